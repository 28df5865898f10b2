import type { ReactNode } from 'react';
import { type DomainResult, VERDICT_LABELS } from './verdict.ts';

/** Class names, passed by the server so that the styles are in the render-blocking style sheet of the page. */
export type ReportClasses = Readonly<
  Partial<Record<'notes' | 'rows' | 'row' | 'verdict' | 'domain' | 'advice' | 'facts' | 'records' | 'ttl', string>>
>;

type ResultRowProps = {
  readonly classNames: ReportClasses;
  readonly result: DomainResult;
  /** Whether the records are shown at once, as for a single domain. */
  readonly isOpen: boolean;
};

/** The result of one domain, as the content of a list item. */
export const ResultRow = ({ classNames, result, isOpen }: ResultRowProps) => {
  const { domain, unicode, verdict, facts, advice } = result;
  return (
    <div className={classNames.row}>
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

type ReportProps = {
  readonly classNames: ReportClasses;
  /** The problems of the list. */
  readonly notes: readonly string[];
  readonly rows: readonly { readonly domain: string; readonly content: ReactNode }[];
};

/** The results of a list. */
export const Report = ({ classNames, notes, rows }: ReportProps) => (
  <>
    <ul className={classNames.notes}>
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
    <ol className={classNames.rows}>
      {rows.map(({ domain, content }) => (
        <li key={domain}>{content}</li>
      ))}
    </ol>
  </>
);
