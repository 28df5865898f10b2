import styles from './skip-link.module.css';

/** The first stop of the keyboard: past the header, to the content. */
export const SkipLink = () => (
  <a href="#content" className={styles.link}>
    Skip to content
  </a>
);
