import styles from './lane-line.module.css';

/** A divider with the proportions of a lane marking: three painted, four and a half free. */
export const LaneLine = () => <div className={styles.line} aria-hidden="true" />;
