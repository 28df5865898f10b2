'use client';

import { type ChangeEvent, use, useEffect, useRef, useState } from 'react';
import { InputField } from '../../blocks/input-field/input-field.tsx';
import { Field, Tick } from '../../forms/fields.client.tsx';
import { FormContext } from '../../forms/form-context.tsx';
import type { FileNote, ReadList } from './domain-list-entry.ts';
import styles from './domain-list-field.module.css';
import { RejectedLines } from './rejected-lines.tsx';

const PAUSE_MS = 400;

const loadEntry = () => import('./domain-list-entry.ts');

/** The list of domains, pasted or from a file. With scripts it is read while it is entered. */
export const DomainListField = () => {
  const { rejectedLines } = use(FormContext);
  const [list, setList] = useState<ReadList | null>(null);
  const [fileNote, setFileNote] = useState<FileNote | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => () => clearTimeout(timer.current), []);

  const read = async (text: string): Promise<void> => {
    if (text.trim() === '') {
      setList(null);
      return;
    }
    const { readList } = await loadEntry();
    setList(readList(text));
  };

  const readSoon = ({ currentTarget }: { readonly currentTarget: HTMLTextAreaElement }): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void read(currentTarget.value).catch(() => undefined), PAUSE_MS);
  };

  const takeFile = async ({ currentTarget: input }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const [file] = input.files ?? [];
    const field = input.form?.elements.namedItem('domainList');
    if (!file || !(field instanceof HTMLTextAreaElement)) return;
    try {
      const { addFile } = await loadEntry();
      setFileNote(await addFile(file, field));
      // What is in the field would be sent a second time.
      input.value = '';
    } catch {
      // The file stays chosen, and the server reads it.
      setFileNote(null);
    }
  };

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
        {list && (
          <p>
            <strong>{list.summary}</strong>
          </p>
        )}
        {fileNote && !fileNote.isError && <p>{fileNote.text}</p>}
      </div>
      <RejectedLines lines={list?.refused ?? rejectedLines} />
      <InputField
        name="domainFile"
        id="f-domainFile"
        type="file"
        label="Or a file with the list"
        hint=".txt or .csv, up to 1 MB. In a table the first column counts."
        accept=".txt,.csv,text/plain,text/csv"
        error={fileNote?.isError ? fileNote.text : undefined}
        onChange={(event) => void takeFile(event)}
      />
      <Tick name="skipRefusedLines">Leave out lines that are not domains</Tick>
    </div>
  );
};
