import styles from './scene.module.css';
import { CARD, PLATE, Scene, SceneText } from './scene.tsx';

const rows = [
  { domain: 'harbor-lights.example', uniques: '14,820', rpm: '$41.90', isChosen: true },
  { domain: 'loan-compass.example', uniques: '9,140', rpm: '$58.40', isChosen: true },
  { domain: 'alpine-rentals.example', uniques: '11,960', rpm: '$38.20', isChosen: true },
  { domain: 'quiet-kitchen.example', uniques: '12,480', rpm: '$31.60', isChosen: false },
  { domain: 'nordfunk.example', uniques: '10,310', rpm: '$33.80', isChosen: true },
];
const ROW = 47;

/** An illustration of the domain list during a bulk edit. */
export const InterfaceScene = () => (
  <Scene label="A list of domains with uniques and RPM; 614 are selected, and a bar offers to change their lander, banner or feed.">
    <SceneText x="28" y="44" fill="var(--asphalt)" className={styles.large} text="Domains" />
    <SceneText
      x="532"
      y="43"
      textAnchor="end"
      fill="var(--gravel)"
      className={styles.small}
      text="1,842 in 3 folders"
    />
    <g fill="var(--gravel)" className={styles.small}>
      <SceneText x="64" y="82" text="Domain" />
      <SceneText x="420" y="82" textAnchor="end" text="Uniques" />
      <SceneText x="532" y="82" textAnchor="end" text="RPM" />
    </g>
    <path d="M28 95.5h504" stroke="var(--line)" />
    {rows.map(({ domain, uniques, rpm, isChosen }, index) => (
      <g key={domain} transform={`translate(0 ${96 + index * ROW})`}>
        <rect x="28.5" y="13.5" width="20" height="20" rx="3" {...(isChosen ? PLATE : CARD)} />
        {isChosen && <path d="m33 23.5 4 4 8-8.5" fill="none" stroke="var(--on-plate)" strokeWidth="1.5" />}
        <SceneText x="64" y="29" fill="var(--asphalt)" className={styles.mono} text={domain} />
        <SceneText x="420" y="29" textAnchor="end" fill="var(--asphalt)" className={styles.small} text={uniques} />
        <SceneText x="532" y="29" textAnchor="end" fill="var(--asphalt)" className={styles.small} text={rpm} />
        <path d="M28 46.5h504" stroke="var(--line)" />
      </g>
    ))}
    <rect x="28" y="350" width="504" height="50" rx="6" fill="var(--tar)" stroke="var(--line)" />
    <SceneText x="48" y="381" fill="var(--marking)" className={styles.bold} text="614 selected" />
    <g fill="var(--on-plate)" className={styles.small}>
      <SceneText x="226" y="380" text="Lander" />
      <SceneText x="304" y="380" text="Banner" />
      <SceneText x="382" y="380" text="Feed" />
      <SceneText x="512" y="380" textAnchor="end" text="Undo" />
    </g>
    <path d="M214 364v22M292 364v22M370 364v22M448 364v22" stroke="#5b6068" />
  </Scene>
);
