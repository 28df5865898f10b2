'use client';

import { type ChangeEvent, use, useEffect, useRef, useState } from 'react';
import { InputField } from '../../blocks/input-field/input-field.tsx';
import { takeCarriedList } from '../../forms/carried-list.ts';
import type { FileNote, ListFeedback } from '../../forms/domain-list-entry.ts';
import { Field, Tick } from '../../forms/fields.client.tsx';
import { FormContext } from '../../forms/form-context.tsx';
import { whenReleased } from '../../forms/when-released.ts';
import styles from './domain-list-field.module.css';
import { RejectedLines } from './rejected-lines.tsx';

const DEBOUNCE_MS = 400;

const loadEntry = () => import('../../forms/domain-list-entry.ts');

type DomainListFieldProps = {
  /** The page that checks a list without sending it. Its list can be carried to this field. */
  readonly listCheckHref: string;
};

/** The list of domains, pasted or uploaded. With scripts it is checked while the visitor enters it. */
export const DomainListField = ({ listCheckHref }: DomainListFieldProps) => {
  const { rejectedLines } = use(FormContext);
  const [feedback, setFeedback] = useState<ListFeedback | null>(null);
  const [fileNote, setFileNote] = useState<FileNote | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => () => clearTimeout(timer.current), []);

  useEffect(() => {
    const field = box.current?.querySelector('textarea');
    if (!field) return;
    // Effects of the form, such as restoring a draft, run later, so that this list takes precedence over that of a draft.
    field.value = takeCarriedList() ?? field.value;
    // Not only a carried list: nothing has checked yet what was entered before hydration, or restored by the browser.
    if (field.value !== '') field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }, []);

  useEffect(() => {
    const form = box.current?.closest('form');
    const clear = (): void => {
      clearTimeout(timer.current);
      setFeedback(null);
      setFileNote(null);
    };
    form?.addEventListener('reset', clear);
    return () => form?.removeEventListener('reset', clear);
  }, []);

  const check = async (text: string): Promise<void> => {
    const next = text.trim() === '' ? null : (await loadEntry()).checkList(text);
    await whenReleased();
    setFeedback(next);
  };

  const checkSoon = ({ currentTarget }: { readonly currentTarget: HTMLTextAreaElement }): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void check(currentTarget.value).catch(() => undefined), DEBOUNCE_MS);
  };

  const takeFile = async ({ currentTarget: input }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const [file] = input.files ?? [];
    const field = input.form?.elements.namedItem('domainList');
    if (!file || !(field instanceof HTMLTextAreaElement)) return;
    try {
      const { addFile } = await loadEntry();
      setFileNote(await addFile(file, field));
      // The lines are in the text field now. If the file were submitted too, the server would receive them twice.
      input.value = '';
    } catch {
      // The file stays selected, and the server reads it.
      setFileNote(null);
    }
  };

  return (
    <div ref={box} className={styles.list}>
      <Field
        name="domainList"
        type="textarea"
        label="Your domains"
        hint="One per line, up to 20,000. IDNs in Unicode or Punycode."
        rows={8}
        spellCheck={false}
        autoCapitalize="off"
        onInput={checkSoon}
        className={styles.field}
        required
      />
      <p className="note">
        Not sure what’s in it? <a href={listCheckHref}>Check your list first</a>: nothing is sent, and it comes back
        here.
      </p>
      <div role="status" className={styles.status}>
        {feedback && (
          <p>
            <strong>{feedback.summary}</strong>
          </p>
        )}
        {fileNote && !fileNote.isError && <p>{fileNote.text}</p>}
      </div>
      <RejectedLines lines={feedback?.rejected ?? rejectedLines} />
      <InputField
        name="domainFile"
        id="f-domainFile"
        type="file"
        label="Or upload your list"
        hint=".txt or .csv, up to 1 MB. In a table, we read the first column."
        accept=".txt,.csv,text/plain,text/csv"
        error={fileNote?.isError ? fileNote.text : undefined}
        onChange={(event) => void takeFile(event)}
      />
      <Tick name="skipRejectedLines">Skip lines that aren’t domains</Tick>
    </div>
  );
};
