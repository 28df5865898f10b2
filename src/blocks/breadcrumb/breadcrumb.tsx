import styles from './breadcrumb.module.css';

type BreadcrumbProps = { readonly crumbs: readonly { readonly label: string; readonly href: string }[] };

/** The ancestors of a page. */
export const Breadcrumb = ({ crumbs }: BreadcrumbProps) => (
  <nav aria-label="Breadcrumb">
    <ol className={styles.crumbs}>
      {crumbs.map(({ label, href }) => (
        <li key={href} className={styles.crumb}>
          <a href={href} className={styles.link}>
            {label}
          </a>
        </li>
      ))}
    </ol>
  </nav>
);
