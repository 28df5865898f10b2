import styles from './table.module.css';

type TableProps = {
  readonly caption: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The accessible name of a table without caption. Must differ from the headline above it. */
  readonly label?: string;
  readonly id: string;
};

/**
 * A table that scrolls horizontally if it is too wide. If it has at least three column headings, its rows become cards on a
 * phone. The first cell of a row is its header.
 */
export const Table = ({ caption, head, rows, label = 'Table', id }: TableProps) => (
  <section
    className={styles.scroll}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it must be scrollable by keyboard
    tabIndex={0}
    aria-labelledby={caption ? `${id}-caption` : undefined}
    aria-label={caption ? undefined : label}
  >
    <table className={styles.table} data-stacks={head.length > 2 ? '' : undefined}>
      {caption && (
        <caption id={`${id}-caption`} className={styles.caption}>
          <span className={styles.note}>{caption}</span>
        </caption>
      )}
      {head.length > 0 && (
        <thead>
          <tr>
            {head.map((cell, index) =>
              cell === '' ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: an empty cell has no other identity
                <td key={`head ${index + 1}`} />
              ) : (
                <th key={cell} scope="col">
                  {cell}
                </th>
              ),
            )}
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map(([first = '', ...others], row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity of their own and are never reordered
          <tr key={`${row + 1} ${first}`}>
            <th scope="row">{first}</th>
            {others.map((cell, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same is true of cells
              <td key={`${column + 1} ${cell}`} data-label={head[column + 1]}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
