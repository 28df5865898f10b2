export type StatusStyles = { readonly count?: string; readonly empty?: string; readonly hint?: string };

type SearchStatusProps = {
  readonly classNames: StatusStyles;
  /** Null without a query. */
  readonly count: number | null;
  /** Whether the entries could not be loaded; submitting the form still works. */
  readonly hasFailed?: boolean;
  /** The URL of the contact page. */
  readonly askHref: string;
};

const FAILURE = 'The answers could not be loaded while you typed. Press Search to get them.';

const toSentence = (count: number): string =>
  count === 0 ? 'Nothing found.' : `${count} ${count === 1 ? 'answer' : 'answers'} found.`;

/**
 * The number of search results, with the text of the specification (§4) if there are none. The live region is rendered even
 * without a query, because screen readers announce changes inside a region but not one that is inserted with its text.
 */
export const SearchStatus = ({ classNames, count, hasFailed = false, askHref }: SearchStatusProps) => (
  <div
    className={
      hasFailed ? classNames.count : count === null ? undefined : count === 0 ? classNames.empty : classNames.count
    }
  >
    <p role="status">{hasFailed ? FAILURE : count !== null && toSentence(count)}</p>
    {count === 0 && !hasFailed && (
      <p className={classNames.hint}>
        Fewer words find more. Or <a href={askHref}>ask us</a>.
      </p>
    )}
  </div>
);
