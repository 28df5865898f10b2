import styles from './table.module.css';

type TableProps = {
  readonly caption: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Names the table where it has no caption. */
  readonly labelledBy?: string;
  readonly id: string;
};

/** A table that scrolls in its own box where the window is narrower. The first cell of a row names it. */
export const Table = ({ caption, head, rows, labelledBy, id }: TableProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it
  <section
    className={styles.scroll}
    tabIndex={0}
    aria-labelledby={caption ? `${id}-caption` : labelledBy}
    aria-label={caption || labelledBy ? undefined : 'Table'}
  >
    <table className={styles.table}>
      {caption && (
        <caption id={`${id}-caption`} className={styles.caption}>
          {caption}
        </caption>
      )}
      {head.length > 0 && (
        <thead>
          <tr>
            {head.map((cell, index) =>
              cell === '' ? (
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
          <tr key={`${row + 1} ${first}`}>
            <th scope="row">{first}</th>
            {others.map((cell, column) => (
              <td key={`${column + 1} ${cell}`}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
