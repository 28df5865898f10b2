import { type DomainResult, toLine, VERDICT_LABELS } from './verdict.ts';

/** Class names, passed by the server so that the styles are in the render-blocking style sheet of the page. */
export type ResultClasses = Readonly<
  Partial<Record<'row' | 'verdict' | 'domain' | 'advice' | 'facts' | 'records' | 'ttl', string>>
>;

type ResultRowProps = {
  readonly classNames: ResultClasses;
  readonly result: DomainResult;
  /** Whether the records are shown at once, as for a single domain. */
  readonly isOpen: boolean;
};

/** The result of one domain, as the content of a list item. `data-line` is what the copy button copies. */
export const ResultRow = ({ classNames, result, isOpen }: ResultRowProps) => {
  const { domain, unicode, verdict, facts, advice } = result;
  return (
    <div className={classNames.row} data-line={toLine(result)}>
      <p className={classNames.verdict} data-verdict={verdict}>
        {VERDICT_LABELS[verdict]}
      </p>
      <p className={classNames.domain}>
        <strong>{unicode ?? domain}</strong>
        {unicode !== null && (
          <>
            {' '}
            <span className="note">{domain}</span>
          </>
        )}
      </p>
      <ul className={classNames.advice}>
        {advice.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {facts.length > 0 && (
        <details className={classNames.facts} open={isOpen}>
          <summary>
            What we found<span className="visually-hidden"> for {domain}</span>
          </summary>
          <dl className={classNames.records}>
            {facts.map(({ label, values, ttl }) => (
              <div key={label}>
                <dt>{label}</dt>
                {values.map((value) => (
                  <dd key={value}>{value}</dd>
                ))}
                <dd className={classNames.ttl}>TTL {ttl}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </div>
  );
};
