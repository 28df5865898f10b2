export type StatusStyles = { readonly count?: string; readonly empty?: string; readonly hint?: string };

type SearchStatusProps = {
  readonly look: StatusStyles;
  /** Null where nothing was searched for. */
  readonly count: number | null;
  /** The entries could not be loaded; the button of the form still answers. */
  readonly isAway?: boolean;
  /** Where a visitor can ask what no entry answers. */
  readonly askHref: string;
};

const AWAY = 'The answers could not be loaded while you typed. Press Search to get them.';

const toSentence = (count: number): string =>
  count === 0 ? 'Nothing found.' : `${count} ${count === 1 ? 'answer' : 'answers'} found.`;

/**
 * How many entries a search found; none is an empty bay with the words of the specification (§4). It is there before anybody
 * searches: a screen reader announces what changes in it, but not one that comes with its words.
 */
export const SearchStatus = ({ look, count, isAway = false, askHref }: SearchStatusProps) => (
  <div className={isAway ? look.count : count === null ? undefined : count === 0 ? look.empty : look.count}>
    <p role="status">{isAway ? AWAY : count !== null && toSentence(count)}</p>
    {count === 0 && !isAway && (
      <p className={look.hint}>
        Fewer words find more. Or <a href={askHref}>ask us</a>.
      </p>
    )}
  </div>
);
