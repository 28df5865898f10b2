import styles from './search-status.module.css';

type SearchStatusProps = {
  readonly count: number;
  /** Where a visitor can ask what no entry answers. */
  readonly askHref: string;
};

/** How many entries a search found; none is an empty bay with the words of the specification (§4). */
export const SearchStatus = ({ count, askHref }: SearchStatusProps) => (
  <div className={count === 0 ? styles.empty : styles.count}>
    <p role="status">{count === 0 ? 'Nothing found.' : `${count} ${count === 1 ? 'answer' : 'answers'} found.`}</p>
    {count === 0 && (
      <p className={styles.hint}>
        Fewer words find more. Or <a href={askHref}>ask us</a>.
      </p>
    )}
  </div>
);
