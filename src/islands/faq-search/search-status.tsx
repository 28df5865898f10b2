import styles from './search-status.module.css';

type SearchStatusProps = {
  /** Null where nothing was searched for. */
  readonly count: number | null;
  /** Where a visitor can ask what no entry answers. */
  readonly askHref: string;
};

const toSentence = (count: number): string =>
  count === 0 ? 'Nothing found.' : `${count} ${count === 1 ? 'answer' : 'answers'} found.`;

/**
 * How many entries a search found; none is an empty bay with the words of the specification (§4). It is there before anybody
 * searches: a screen reader announces what changes in it, but not one that comes with its words.
 */
export const SearchStatus = ({ count, askHref }: SearchStatusProps) => (
  <div className={count === null ? undefined : count === 0 ? styles.empty : styles.count}>
    <p role="status">{count !== null && toSentence(count)}</p>
    {count === 0 && (
      <p className={styles.hint}>
        Fewer words find more. Or <a href={askHref}>ask us</a>.
      </p>
    )}
  </div>
);
