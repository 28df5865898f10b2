import styles from './pager.module.css';
import { toCells } from './to-cells.ts';

type PagerProps = {
  /** The current page, starting at 1. */
  readonly page: number;
  readonly pages: number;
  readonly label: string;
  readonly toHref: (page: number) => string;
};

/** Links to the pages of a list that starts with the newest entries. Renders nothing if there is only one page. */
export const Pager = ({ page, pages, label, toHref }: PagerProps) => {
  if (pages < 2) return null;

  return (
    <nav aria-label={label} className={styles.pager} data-print="none">
      {page > 1 && (
        <a href={toHref(page - 1)} rel="prev" className={styles.step}>
          Newer
        </a>
      )}
      <ol className={styles.bays}>
        {toCells(page, pages).map((number, index) =>
          number === null ? (
            <li key={index < 3 ? 'before' : 'after'} className={styles.bay} aria-hidden="true">
              …
            </li>
          ) : (
            <li key={number}>
              <a
                href={toHref(number)}
                className={styles.bay}
                aria-label={`Page ${number}`}
                aria-current={number === page ? 'page' : undefined}
              >
                {number}
              </a>
            </li>
          ),
        )}
      </ol>
      {page < pages && (
        <a href={toHref(page + 1)} rel="next" className={styles.step}>
          Older
        </a>
      )}
    </nav>
  );
};
