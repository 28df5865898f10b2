'use client';

import { type ChangeEvent, use, useEffect, useRef, useState } from 'react';
import { InputField } from '../../blocks/input-field/input-field.tsx';
import { decodeListFile, LIST_LIMITS } from '../../forms/decode-list-file.ts';
import type { DomainListVerdict } from '../../forms/domain-list.ts';
import styles from './domain-list-field.module.css';
import { Field, Tick } from './fields.tsx';
import { FormContext } from './form-context.tsx';
import { RefusedLines } from './refused-lines.tsx';

const PAUSE_MS = 400;

const count = (number: number, one: string, many: string): string =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`;

const toSummary = (verdict: DomainListVerdict): string => {
  if (verdict.status === 'too-long') return verdict.message;
  const { domains, duplicates, refused, reduced } = verdict.list;
  return [
    count(domains.length, 'domain', 'domains'),
    ...(duplicates > 0 ? [`${count(duplicates, 'duplicate', 'duplicates')} left out`] : []),
    ...(reduced.length > 0 ? [`${count(reduced.length, 'entry', 'entries')} cut to the domain`] : []),
    ...(refused.length > 0 ? [`${count(refused.length, 'line', 'lines')} refused`] : []),
  ].join(', ');
};

const readFile = async (file: File): Promise<{ readonly text: string } | { readonly error: string }> => {
  if (file.size > LIST_LIMITS.bytes) return { error: `${file.name} is larger than 1 MB.` };
  const text = decodeListFile(new Uint8Array(await file.arrayBuffer()));
  return text.includes('\0') ? { error: `${file.name} is not a text. Save the list as .txt or .csv.` } : { text };
};

/** The list of domains, pasted or from a file. With scripts it is read while it is entered. */
export const DomainListField = () => {
  const { refusedLines } = use(FormContext);
  const [verdict, setVerdict] = useState<DomainListVerdict | null>(null);
  const [fileNote, setFileNote] = useState<{ readonly text: string; readonly isError: boolean } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => () => clearTimeout(timer.current), []);

  const read = async (text: string): Promise<void> => {
    if (text.trim() === '') {
      setVerdict(null);
      return;
    }
    // The list of public suffixes is large: it is fetched when there is something to read.
    const { parseDomainList } = await import('../../forms/domain-list.ts');
    setVerdict(parseDomainList(text));
  };

  const readSoon = ({ currentTarget }: { readonly currentTarget: HTMLTextAreaElement }): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void read(currentTarget.value).catch(() => undefined), PAUSE_MS);
  };

  const takeFile = async ({ currentTarget: input }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const [file] = input.files ?? [];
    const list = input.form?.elements.namedItem('domainList');
    if (!file || !(list instanceof HTMLTextAreaElement)) return;
    const result = await readFile(file);
    input.value = '';
    if ('error' in result) {
      setFileNote({ text: result.error, isError: true });
      return;
    }
    const lines = result.text.replace(/\s+$/, '').split(/\r\n|[\r\n]/);
    list.value = [list.value.trimEnd(), lines.join('\n')].filter((part) => part !== '').join('\n');
    setFileNote({ text: `${count(lines.length, 'line', 'lines')} of ${file.name} added to the list.`, isError: false });
    list.dispatchEvent(new InputEvent('input', { bubbles: true }));
  };

  const refused = verdict?.status === 'read' ? verdict.list.refused : verdict === null ? refusedLines : [];

  return (
    <div className={styles.list}>
      <Field
        name="domainList"
        type="textarea"
        label="Your domains"
        hint="One a line; IDN in Unicode or Punycode. Up to 20,000 lines."
        rows={8}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        onInput={readSoon}
        className={styles.field}
        required
      />
      <div role="status" className={styles.status}>
        {verdict && (
          <p>
            <strong>{toSummary(verdict)}</strong>
          </p>
        )}
        {fileNote && !fileNote.isError && <p>{fileNote.text}</p>}
      </div>
      <RefusedLines lines={refused} />
      <InputField
        name="domainFile"
        id="f-domainFile"
        type="file"
        label="Or a file with the list"
        hint=".txt or .csv, up to 1 MB. Of a table the first column counts."
        accept=".txt,.csv,text/plain,text/csv"
        error={fileNote?.isError ? fileNote.text : undefined}
        onChange={(event) => void takeFile(event)}
      />
      <Tick name="skipRefusedLines">Leave out lines that are not domains</Tick>
    </div>
  );
};
