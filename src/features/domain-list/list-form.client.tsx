'use client';

import { type ReactNode, type SubmitEvent, useRef, useState } from 'react';
import { carryList } from '../../forms/carried-list.ts';
import { downloadCsv } from '../../forms/csv.ts';
import { loadForFirstUse, loadForUse } from '../../framework/client/index.ts';
import type { ListGroup, ListReport } from './list-report.ts';

type ListFormProps = {
  readonly classNames: Readonly<
    Partial<Record<'form' | 'summary' | 'scroll' | 'table' | 'actions', string | undefined>>
  >;
  /** The class names of the accordion, whose entries the groups of the report are. */
  readonly accordion: Readonly<Record<string, string | undefined>>;
  readonly formId: string;
  /** The page with the domain check, and the parameter of its list. */
  readonly check: { readonly path: string; readonly parameter: string; readonly maxDomains: number };
  readonly applicationPath: string;
  /** The fields `list` and `file` and the button, rendered by the server. */
  readonly controls: ReactNode;
  /** The button of the form named `download`, rendered by the server. */
  readonly downloadButton: ReactNode;
};

/** More rows would make the page slow; the CSV file contains them all. */
const MAX_ROWS = 100;

const LOAD_FAILED = 'Something couldn’t be loaded. Please try again.';

const loadReport = () => import('./list-report.ts');
const loadEntry = () => import('../../forms/domain-list-entry.ts');

loadForFirstUse('form', () => Promise.all([loadReport(), loadEntry()]));

/** The URL of the domain check with as many of the domains, from the first, as it takes. */
const toCheckUrl = (domains: readonly string[], { path, parameter, maxDomains }: ListFormProps['check']): string =>
  `${path}?${new URLSearchParams({ [parameter]: domains.slice(0, maxDomains).join('\n') })}`;

type GroupProps = {
  readonly group: ListGroup;
  readonly isOpen: boolean;
} & Pick<ListFormProps, 'classNames' | 'accordion'>;

const Group = ({ group: { title, head, rows }, isOpen, classNames, accordion }: GroupProps) => (
  <details open={isOpen} className={accordion.entry}>
    <summary className={accordion.summary}>
      <h3 className={accordion.title}>{`${title} (${rows.length.toLocaleString('en')})`}</h3>
      <svg className={accordion.sign} viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
        <path d="M12 4v16" stroke="var(--sign)" strokeWidth="3" className={accordion.upright} />
        <path d="M4 12h16" stroke="var(--sign)" strokeWidth="3" />
      </svg>
    </summary>
    <section
      className={classNames.scroll}
      aria-label={title}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it
      tabIndex={0}
    >
      <table className={classNames.table} data-stacks={head.length > 2 ? '' : undefined}>
        <thead>
          <tr>
            {head.map((cell) => (
              <th key={cell} scope="col">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MAX_ROWS).map(([first, ...others], row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a report are never reordered
            <tr key={row}>
              <th scope="row">{first}</th>
              {others.map((cell, column) => (
                <td key={head[column + 1]} data-label={head[column + 1]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
    {rows.length > MAX_ROWS && <p className="note">The first {MAX_ROWS}. The CSV file has them all.</p>}
  </details>
);

/**
 * The list, and what is in it. The list does not leave the browser. Blocks are rendered by the server or used through their classes,
 * because a client component that imports them adds their style sheets to the page.
 */
export const ListForm = ({
  classNames,
  accordion,
  formId,
  check,
  applicationPath,
  controls,
  downloadButton,
}: ListFormProps) => {
  const form = useRef<HTMLFormElement>(null);
  const [report, setReport] = useState<ListReport | null>(null);
  const [problem, setProblem] = useState('');
  const taking = useRef(Promise.resolve());

  const fieldOf = (name: string): Element | RadioNodeList | null => form.current?.elements.namedItem(name) ?? null;

  const addChosenFile = async (): Promise<void> => {
    const [input, list] = [fieldOf('file'), fieldOf('list')];
    if (!(input instanceof HTMLInputElement) || !(list instanceof HTMLTextAreaElement)) return;
    const [file] = input.files ?? [];
    if (!file) return;
    const { addFile } = await loadForUse(loadEntry);
    const { text, isError } = await addFile(file, list);
    input.value = '';
    setProblem(isError ? text : '');
  };

  /** Appends the lines of the chosen file to the list, once, even if the visitor checks the list meanwhile. */
  const takeFile = (): Promise<void> => {
    taking.current = taking.current.catch(() => undefined).then(addChosenFile);
    return taking.current;
  };

  const readList = (): string => {
    const list = fieldOf('list');
    return list instanceof HTMLTextAreaElement ? list.value : '';
  };

  const submit = async (): Promise<void> => {
    await takeFile();
    const { toListReport } = await loadForUse(loadReport);
    setReport(toListReport(readList()));
    // A problem with a file is shown until the list changes.
    setProblem((before) => (before === LOAD_FAILED ? '' : before));
  };

  const failed = (): void => setProblem(LOAD_FAILED);

  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    const { submitter } = event.nativeEvent;
    const isDownload = submitter instanceof HTMLButtonElement && submitter.name === 'download';
    (isDownload ? download() : submit()).catch(failed);
  };

  const download = async (): Promise<void> => downloadCsv((await loadForUse(loadReport)).toListCsv(readList()));

  const applyWith = (event: { readonly preventDefault: () => void }): void => {
    if (report && carryList(report.domains)) return;
    event.preventDefault();
    setProblem('Your browser doesn’t let us keep the list. Download it, and choose the file in the application.');
  };

  return (
    <div data-island="">
      {/* Browsers send nothing for this method, not even if our scripts fail. */}
      <form
        ref={form}
        id={formId}
        method="dialog"
        onSubmit={onSubmit}
        onInput={() => {
          setReport(null);
          setProblem('');
        }}
        onChange={({ target: input }) => {
          if (input instanceof HTMLInputElement) void takeFile().catch(failed);
        }}
        className={classNames.form}
      >
        {controls}
      </form>
      <p role="status" className={classNames.summary}>
        {problem}
      </p>
      <p role="status" className={classNames.summary}>
        {report?.summary}
      </p>
      {report !== null && report.groups.length > 0 && (
        <div>
          <div className={classNames.actions} data-print="none">
            {downloadButton}
            {report.domains.length > 0 && (
              <>
                <a href={toCheckUrl(report.domains, check)}>
                  {report.domains.length <= check.maxDomains
                    ? 'See where they point'
                    : `See where the first ${check.maxDomains} point`}
                </a>
                <a href={applicationPath} onClick={applyWith}>
                  Apply for RSOC with this list
                </a>
              </>
            )}
          </div>
          {report.groups.map((group, index) => (
            <Group key={group.title} group={group} isOpen={index === 0} classNames={classNames} accordion={accordion} />
          ))}
        </div>
      )}
    </div>
  );
};
