import styles from './skip-link.module.css';

/** The first stop of the keyboard: past the header, to the content. */
export const SkipLink = ({ targetId = 'content' }: { readonly targetId?: string }) => (
  <a href={`#${targetId}`} className={styles.link}>
    Skip to content
  </a>
);
