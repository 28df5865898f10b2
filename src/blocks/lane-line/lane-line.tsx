import styles from './lane-line.module.css';

/** A dashed divider with the proportions of a lane marking: dashes of 3 units, gaps of 4.5 units. */
export const LaneLine = () => <div className={styles.line} aria-hidden="true" />;
