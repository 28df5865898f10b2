import styles from './found-pages.module.css';

/** A page that the search of the FAQ offers below its answers. `path` is a path of this site. */
export type FoundPage = { readonly path: string; readonly title: string; readonly description: string };

const TITLE = 'Pages about this';

export const FoundPages = ({ pages }: { readonly pages: readonly FoundPage[] }) =>
  pages.length > 0 && (
    <section aria-labelledby="found-pages" className={styles.pages}>
      <h2 id="found-pages" className="h4">
        {TITLE}
      </h2>
      <ul className={styles.list}>
        {pages.map(({ path, title, description }) => (
          <li key={path}>
            <a href={path}>{title}</a>
            {description && <p className="note">{description}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
