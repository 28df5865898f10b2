'use client';

import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { replaceUrl } from '../../framework/client/index.ts';
import {
  FOR_SALE_FIELDS,
  type ForSaleInput,
  type ForSaleRecord,
  readForSaleInput,
  toForSaleRecords,
} from './for-sale-record.ts';

type ForSaleFormProps = {
  readonly classNames: Readonly<
    Partial<Record<'builder' | 'form' | 'result' | 'problems' | 'lines' | 'values', string>>
  >;
  /** The prefix of ids. */
  readonly id: string;
  readonly formId: string;
  /** The page of the form. */
  readonly path: string;
  /** The values in the query. */
  readonly initial: ForSaleInput;
  /** The fields and the button, rendered by the server. */
  readonly controls: ReactNode;
  /** The button of the form with `data-copies`, which copies the lines. Rendered by the server. */
  readonly copyButton: ReactNode;
};

const toQuery = (input: ForSaleInput): string => {
  const query = new URLSearchParams();
  for (const field of FOR_SALE_FIELDS) if (input[field] !== '') query.set(field, input[field]);
  return query.size === 0 ? '' : `?${query}`;
};

/** The records for a zone file. */
const toLines = (records: readonly ForSaleRecord[]): string => records.map(({ line }) => line).join('\n');

/** The form, and the records as the visitor types. Without scripts the form loads the page. */
export const ForSaleForm = ({ classNames, id, formId, path, initial, controls, copyButton }: ForSaleFormProps) => {
  const [input, setInput] = useState(initial);
  const [note, setNote] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const { records, problems } = toForSaleRecords(input);

  const update = (): void => {
    if (form.current) setInput(readForSaleInput(new FormData(form.current)));
  };

  // Text that was typed before hydration.
  useEffect(update, []);

  const copy = (text: string): Promise<void> =>
    navigator.clipboard.writeText(text).then(
      () => setNote('Copied.'),
      () => setNote('Your browser doesn’t allow copying. Select the lines instead.'),
    );

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    // `input` lacks what was typed if the button was pressed before hydration, and what a form filler has entered without events.
    const entered = readForSaleInput(new FormData(event.currentTarget));
    setInput(entered);
    const { nativeEvent } = event;
    const isCopying = nativeEvent instanceof SubmitEvent && nativeEvent.submitter?.hasAttribute('data-copies');
    if (isCopying) void copy(toLines(toForSaleRecords(entered).records));
    else replaceUrl(path + toQuery(entered));
  };

  return (
    <div data-island="" className={classNames.builder}>
      <form
        ref={form}
        id={formId}
        action={`${path}#${id}-records`}
        method="get"
        onInput={() => {
          update();
          setNote('');
        }}
        onSubmit={submit}
        className={classNames.form}
      >
        {controls}
      </form>
      <div id={`${id}-records`} className={classNames.result}>
        <p role="status">
          <strong>{toSummary(records.length, problems.length)}</strong>
        </p>
        {problems.length > 0 && (
          <ul className={classNames.problems}>
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        )}
        {records.length > 0 && (
          <>
            <p>For a zone file:</p>
            <pre className={classNames.lines}>{toLines(records)}</pre>
            <div className="actions" data-print="none">
              {copyButton}
              <p role="status" className="note">
                {note}
              </p>
            </div>
            <p>At a DNS provider with a form, add a TXT record named _for-sale for each value:</p>
            <ul className={classNames.values}>
              {records.map(({ value, bytes }) => (
                <li key={value}>
                  <code>{value}</code> <span className="note">{bytes} of 255 bytes</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </div>
  );
};

const toSummary = (records: number, problems: number): string => {
  const count = `${records} ${records === 1 ? 'record' : 'records'}`;
  return problems === 0 ? count : `${count}, ${problems} ${problems === 1 ? 'problem' : 'problems'}`;
};
