'use client';

import { type ReactNode, type SubmitEvent, useRef, useState } from 'react';
import { carryList } from '../../forms/carried-list.ts';
import { loadForFirstUse } from '../../framework/client/index.ts';
import type { ListReport } from './list-report.ts';

type ListFormProps = {
  readonly classNames: Readonly<Partial<Record<'form' | 'summary' | 'actions', string | undefined>>>;
  readonly formId: string;
  /** The page with the domain check, and the parameter of its list. */
  readonly check: { readonly path: string; readonly parameter: string; readonly maxDomains: number };
  readonly applicationPath: string;
  /** The fields `list` and `file` and the button, rendered by the server. */
  readonly controls: ReactNode;
  /** The button of the form named `download`, rendered by the server. */
  readonly downloadButton: ReactNode;
};

/** The server rejects longer URLs. */
const MAX_URL_LENGTH = 2_000;

const LOAD_FAILED = 'Something couldn’t be loaded. Please try again.';

const loadReport = () => import('./list-report.ts');
const loadGroups = () => import('./list-groups.tsx');
const loadEntry = () => import('../../forms/domain-list-entry.ts');

void loadForFirstUse('form', () => Promise.all([loadReport(), loadGroups(), loadEntry()]));

const download = (file: File): void => {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = file.name;
  link.click();
  // Some browsers read the file after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};

/** The URL of the domain check with as many of the domains, from the first, as it takes. */
const toCheckUrl = (domains: readonly string[], { path, parameter, maxDomains }: ListFormProps['check']) => {
  const toUrl = (count: number): string =>
    `${path}?${new URLSearchParams({ [parameter]: domains.slice(0, count).join('\n') })}`;
  let count = Math.min(domains.length, maxDomains);
  while (count > 1 && toUrl(count).length > MAX_URL_LENGTH) count -= 1;
  return { url: toUrl(count), count };
};

/** The list, and what is in it. The list does not leave the browser. */
export const ListForm = ({ classNames, formId, check, applicationPath, controls, downloadButton }: ListFormProps) => {
  const form = useRef<HTMLFormElement>(null);
  const [report, setReport] = useState<ListReport | null>(null);
  /** The component that shows the groups of the report. */
  const [{ ListGroups }, setGroups] = useState<Partial<Awaited<ReturnType<typeof loadGroups>>>>({});
  const [problem, setProblem] = useState('');
  const taking = useRef(Promise.resolve());

  const fieldOf = (name: string): Element | RadioNodeList | null => form.current?.elements.namedItem(name) ?? null;

  const addChosenFile = async (): Promise<void> => {
    const [input, list] = [fieldOf('file'), fieldOf('list')];
    if (!(input instanceof HTMLInputElement) || !(list instanceof HTMLTextAreaElement)) return;
    const [file] = input.files ?? [];
    if (!file) return;
    const { addFile } = await loadEntry();
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
    const [{ toListReport }, groups] = await Promise.all([loadReport(), loadGroups()]);
    setGroups(groups);
    setReport(toListReport(readList()));
    // A problem with a file is shown until the list changes.
    setProblem((before) => (before === LOAD_FAILED ? '' : before));
  };

  const failed = (): void => setProblem(LOAD_FAILED);

  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    const { submitter } = event.nativeEvent;
    const isDownload = submitter instanceof HTMLButtonElement && submitter.name === 'download';
    (isDownload ? downloadCsv() : submit()).catch(failed);
  };

  const downloadCsv = async (): Promise<void> => download((await loadReport()).toListCsv(readList()));

  const applyWith = (event: { readonly preventDefault: () => void }): void => {
    if (report && carryList(report.domains)) return;
    event.preventDefault();
    setProblem('Your browser doesn’t let us keep the list. Download it, and choose the file in the application.');
  };

  const target = toCheckUrl(report?.domains ?? [], check);

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
                <a href={target.url}>
                  {target.count === report.domains.length
                    ? 'See where they point'
                    : `See where the first ${target.count} point`}
                </a>
                <a href={applicationPath} onClick={applyWith}>
                  Apply for RSOC with this list
                </a>
              </>
            )}
          </div>
          {ListGroups && <ListGroups groups={report.groups} />}
        </div>
      )}
    </div>
  );
};
