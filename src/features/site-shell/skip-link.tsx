import styles from './skip-link.module.css';

/** The first focusable element of a page, which skips the header. */
export const SkipLink = () => (
  <a href="#content" className={`visually-hidden ${styles.link}`}>
    Skip to content
  </a>
);
