'use client';

import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { downloadCsv } from '../../forms/csv.ts';
import { loadDocument, replaceUrl } from '../../framework/client/index.ts';
import { toCheckCsv } from './check-csv.ts';
import { CHECK_URL, DOMAINS, PAGE } from './check-urls.ts';
import { readJsonLines } from './json-lines.ts';
import { Report, type ReportClasses, ResultRow } from './result-row.tsx';
import { type CheckStart, type DomainResult, toSummary } from './verdict.ts';

type CheckFormProps = {
  readonly classNames: ReportClasses & Readonly<Partial<Record<'form' | 'report' | 'summary' | 'actions', string>>>;
  /** The prefix of ids. */
  readonly id: string;
  readonly formId: string;
  /** The page of the form, which shows the results of the list in its query. */
  readonly path: string;
  /** Whether `children` has results, which can be downloaded. */
  readonly hasReport: boolean;
  /** The text field and the button, rendered by the server. */
  readonly controls: ReactNode;
  /** The button of the form that downloads the results, rendered by the server. */
  readonly downloadButton: ReactNode;
  /** The results that the server has rendered. */
  readonly children: ReactNode;
};

type Check = CheckStart & {
  readonly results: readonly DomainResult[];
  /** Why the check was rejected; null if it was not. */
  readonly rejection: string | null;
};

/** The server rejects longer URLs. Such a check has no link. */
const MAX_URL_LENGTH = 8_000;

const toQuery = (list: string): string => `?${new URLSearchParams({ [DOMAINS]: list })}`;

/** Puts the list into the URL, so that the results can be shared. */
const updateUrl = (path: string, list: string): void => {
  const query = toQuery(list);
  replaceUrl(path.length + query.length > MAX_URL_LENGTH ? path : path + query);
};

const postList = (list: string, signal: AbortSignal): Promise<Response> =>
  fetch(CHECK_URL, { method: 'POST', body: new URLSearchParams({ [DOMAINS]: list }), signal });

/**
 * The form, and the results in place. If the answers cannot be read, it loads the page. Without scripts it is posted and redirected to the
 * page, because a long list does not fit into a URL.
 */
export const CheckForm = ({
  classNames,
  id,
  formId,
  path,
  hasReport,
  controls,
  downloadButton,
  children,
}: CheckFormProps) => {
  const [check, setCheck] = useState<Check | null>(null);
  const running = useRef<AbortController>(undefined);

  /** The page with the results of the list in the query. */
  const toReportUrl = (query: string): string => `${path}${query}#${id}-report`;

  useEffect(() => () => running.current?.abort(), []);

  const run = async (list: string, signal: AbortSignal): Promise<void> => {
    const response = await postList(list, signal);
    if (response.status === 429 || response.status === 413) {
      const { statusMessage }: { readonly statusMessage: string } = await response.json();
      setCheck({ total: 0, notes: [], results: [], rejection: statusMessage });
      return;
    }
    if (!response.ok || response.body === null) throw new Error(`The check failed: ${response.status}.`);
    updateUrl(path, list);
    let start: CheckStart | undefined;
    const results: DomainResult[] = [];
    for await (const line of readJsonLines<CheckStart | DomainResult>(response.body)) {
      if ('total' in line) start = line;
      else results.push(line);
      if (start) setCheck({ ...start, results: [...results], rejection: null });
    }
    if (start?.total !== results.length) throw new Error('The check ended early.');
  };

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    const { currentTarget: form, nativeEvent } = event;
    if (nativeEvent instanceof SubmitEvent && nativeEvent.submitter?.hasAttribute('formaction')) {
      // The form is posted natively to download results that are not here, or not all.
      if (check === null || check.results.length < check.total) return;
      event.preventDefault();
      downloadCsv(toCheckCsv(check.results, check.notes));
      return;
    }
    event.preventDefault();
    const list = new FormData(form).get(DOMAINS);
    if (typeof list !== 'string') return;
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    run(list.trim(), own.signal).catch(() => {
      if (!own.signal.aborted) loadDocument(new URL(toReportUrl(toQuery(list)), location.href).href);
    });
  };

  const hasResults = check === null ? hasReport : check.results.length > 0;

  return (
    <div data-island="">
      <form action={CHECK_URL} method="post" onSubmit={submit} className={classNames.form} id={formId}>
        <input type="hidden" name={PAGE} value={toReportUrl('')} />
        {controls}
      </form>
      <div id={`${id}-report`} className={classNames.report}>
        {check === null ? children : <Results classNames={classNames} check={check} />}
      </div>
      <p role="status" className={classNames.summary}>
        {check !== null && toStatus(check)}
      </p>
      {hasResults && (
        <div className={classNames.actions} data-print="none">
          {downloadButton}
        </div>
      )}
    </div>
  );
};

/** Announced at the end only: a region that changed with each domain would never fall silent. */
const toStatus = ({ total, notes, results, rejection }: Check): string => {
  if (rejection !== null) return rejection;
  if (total === 0) return notes.join(' ');
  return results.length === total ? toSummary(results) : '';
};

const Results = ({ classNames, check }: Pick<CheckFormProps, 'classNames'> & { readonly check: Check }) => {
  const { total, notes, results } = check;
  return (
    <>
      <Report
        classNames={classNames}
        notes={notes}
        rows={results.map((result) => ({
          domain: result.domain,
          content: <ResultRow classNames={classNames} result={result} isOpen={total === 1} />,
        }))}
      />
      {results.length < total && <p className={classNames.summary}>{`${results.length} of ${total} checked`}</p>}
    </>
  );
};
