import styles from './scene.module.css';
import { SceneText } from './scene-text.tsx';

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
  <svg
    className={styles.scene}
    viewBox="0 0 560 420"
    width="560"
    height="420"
    role="img"
    aria-label="A list of domains with uniques and RPM; 614 are selected, and a bar offers to change their lander, banner or feed."
  >
    <rect x="0.5" y="0.5" width="559" height="419" rx="6" className={styles.ground} />
    <SceneText x="28" y="44" className={`${styles.large} ${styles.ink}`} text="Domains" />
    <SceneText x="532" y="43" className={`${styles.small} ${styles.soft} ${styles.end}`} text="1,842 in 3 folders" />
    <g className={`${styles.small} ${styles.soft}`}>
      <SceneText x="64" y="82" text="Domain" />
      <SceneText x="420" y="82" className={styles.end} text="Uniques" />
      <SceneText x="532" y="82" className={styles.end} text="RPM" />
    </g>
    <path d="M28 95.5h504" className={styles.hair} />
    {rows.map(({ domain, uniques, rpm, isChosen }, index) => (
      <g key={domain} transform={`translate(0 ${96 + index * ROW})`}>
        <rect x="28.5" y="13.5" width="20" height="20" rx="3" className={isChosen ? styles.plate : styles.card} />
        {isChosen && <path d="m33 23.5 4 4 8-8.5" className={styles.rim} strokeWidth="2.5" />}
        <SceneText x="64" y="29" className={`${styles.mono} ${styles.ink}`} text={domain} />
        <SceneText x="420" y="29" className={`${styles.small} ${styles.ink} ${styles.end}`} text={uniques} />
        <SceneText x="532" y="29" className={`${styles.small} ${styles.ink} ${styles.end}`} text={rpm} />
        <path d="M28 46.5h504" className={styles.hair} />
      </g>
    ))}
    <rect x="28" y="350" width="504" height="50" rx="6" className={styles.tar} />
    <SceneText x="48" y="381" className={`${styles.bold} ${styles.yellow}`} text="614 selected" />
    <g className={`${styles.small} ${styles.white}`}>
      <SceneText x="226" y="380" text="Lander" />
      <SceneText x="304" y="380" text="Banner" />
      <SceneText x="382" y="380" text="Feed" />
      <SceneText x="512" y="380" className={styles.end} text="Undo" />
    </g>
    <path d="M214 364v22M292 364v22M370 364v22M448 364v22" stroke="#5b6068" />
  </svg>
);
