import styles from './search-status.module.css';

/** How many entries a search found; none is an empty bay with the words of the specification (§4). */
export const SearchStatus = ({ count }: { readonly count: number }) => (
  <p role="status" className={count === 0 ? styles.empty : styles.count}>
    {count === 0 ? 'Nothing found.' : `${count} ${count === 1 ? 'answer' : 'answers'} found.`}
  </p>
);
