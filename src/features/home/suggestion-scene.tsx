import styles from './scene.module.css';
import { CARD, PLATE, Scene, SceneText } from './scene.tsx';

const searches = [
  'Roof solar panel cost',
  'Solar installers near me',
  'Panel and battery sets',
  'Grants for solar roofs',
];
const ROW = 62;
const ARROW = 'M0 8h13L8.6 3.6 12 .2 22 10 12 19.8l-3.4-3.4L13 12H0z';

/** An illustration of a lander, with related searches as direction signs. */
export const SuggestionScene = () => (
  <Scene label="A lander on solar-quotes.example with four related searches; the pointer is on the second.">
    <path d="M0 6a6 6 0 0 1 6-6h548a6 6 0 0 1 6 6v46H0z" fill="var(--tar)" stroke="var(--line)" />
    <circle cx="24" cy="26" r="5" fill="var(--gravel)" />
    <circle cx="42" cy="26" r="5" fill="var(--gravel)" />
    <rect x="150" y="13" width="260" height="27" rx="4" fill="var(--on-plate)" fillOpacity="0.12" />
    <text x="280" y="31" textAnchor="middle" fill="var(--on-plate)" className={styles.mono}>
      solar-quotes.example
    </text>
    <SceneText x="32" y="98" fill="var(--asphalt)" className={styles.large} text="Related searches" />
    {searches.map((search, index) => (
      <g key={search} transform={`translate(32 ${124 + index * ROW})`}>
        <rect width="496" height="52" rx="6" {...(index === 1 ? PLATE : CARD)} />
        {index === 1 && (
          <rect x="4" y="4" width="488" height="44" rx="4" fill="none" stroke="var(--on-plate)" strokeWidth="1.5" />
        )}
        <text x="22" y="33" fill={index === 1 ? 'var(--on-plate)' : 'var(--asphalt)'} className={styles.bold}>
          {search}
        </text>
        <path d={ARROW} transform="translate(450 16)" fill={index === 1 ? 'var(--on-plate)' : 'var(--asphalt)'} />
      </g>
    ))}
    <g transform="translate(396 216)">
      <path d="M0 0v26l6.5-6 4.6 10.6 5.6-2.4-4.7-10.4h9z" fill="var(--marking)" stroke="var(--tar)" strokeWidth="2" />
    </g>
    <SceneText x="32" y="396" fill="var(--gravel)" className={styles.small} text="Template 7, English, variant B" />
    <SceneText x="528" y="396" textAnchor="end" fill="var(--gravel)" className={styles.small} text="SSL" />
  </Scene>
);
