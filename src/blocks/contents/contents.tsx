import styles from './contents.module.css';

type ContentsProps = {
  readonly title: string;
  readonly links: readonly { readonly href: string; readonly label: string }[];
  readonly className?: string | undefined;
};

/** The table of contents of a long page; sticky beside the text in wide windows. */
export const Contents = ({ title, links, className }: ContentsProps) => (
  <nav
    aria-labelledby="contents"
    className={className ? `${styles.contents} ${className}` : styles.contents}
    data-print="none"
  >
    <h2 id="contents" className={`label ${styles.title}`}>
      {title}
    </h2>
    <ol className={styles.list}>
      {links.map(({ href, label }) => (
        <li key={href}>
          <a href={href} className={styles.link}>
            {label}
          </a>
        </li>
      ))}
    </ol>
  </nav>
);
