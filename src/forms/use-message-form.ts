import { type SubmitEvent, useCallback, useEffect, useRef, useState } from 'react';
import { loadForFirstUse, loadForUse } from '../framework/client/index.ts';
import { type FormState, NOT_SENT, SUBMISSION_RESULT_ID, toConfirmationUrl } from './form-state.ts';
import type { FormMessage } from './message.ts';
import type { Submission } from './submission.ts';
import { whenReleased } from './when-released.ts';

type Options = {
  /** Imports the form's message and its validation. Called on the first interaction. */
  readonly loadMessage: () => Promise<FormMessage<unknown>>;
  /** The result of the server action, when the form was submitted without scripts. */
  readonly serverState: FormState;
  /** The URL of the form's page without its query. It also confirms the message. */
  readonly page: string;
  /** Whether the form shows the widget of a captcha provider. */
  readonly hasWidget: boolean;
  /** Called once the message is stored. */
  readonly onSent?: () => void;
};

const loadSubmission = () => import('./submission.ts');

/** For the module of a form: loads the code that validates and sends it, if the visitor has begun to fill it in before hydration. */
export const loadFormForFirstUse = (loadMessage: Options['loadMessage']): void =>
  loadForFirstUse('form', () => Promise.all([loadSubmission(), loadMessage()]));

const RECHECK_DEBOUNCE_MS = 300;

/** Runs `send`. Leaving the page would cancel it without a word, so the browser asks a visitor who is about to leave. */
const askBeforeLeaving = async <Outcome>(send: () => Promise<Outcome>): Promise<Outcome> => {
  const ended = new AbortController();
  addEventListener('beforeunload', (event) => event.preventDefault(), { signal: ended.signal });
  return send().finally(() => ended.abort());
};

/** Validates and sends a form by script. A failed submission loses no input, and a double click sends one message. */
export const useMessageForm = ({ loadMessage, serverState, page, hasWidget, onSent }: Options) => {
  const form = useRef<HTMLFormElement>(null);
  const errorSummary = useRef<HTMLDivElement>(null);
  const resetCaptcha = useRef<() => void>(() => undefined);
  const submission = useRef<Promise<Submission>>(undefined);
  const [state, setState] = useState(serverState);
  const [isSending, setIsSending] = useState(false);
  const [tries, setTries] = useState(0);
  const isBusy = useRef(false);
  const checked = useRef<readonly string[] | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const show = (next: FormState): void => {
    setState(next);
    if (next.status !== 'new') setTries((count) => count + 1);
  };

  useEffect(() => {
    if (tries > 0) errorSummary.current?.focus();
  }, [tries]);

  useEffect(() => () => clearTimeout(timer.current), []);

  const release = useCallback(() => {
    isBusy.current = false;
    setIsSending(false);
  }, []);

  useEffect(() => {
    // When the visitor comes back from the confirmation, the browser may restore the busy form from its back/forward cache.
    addEventListener('pageshow', release);
    return () => removeEventListener('pageshow', release);
  }, [release]);

  /** @throws {Error} when a chunk cannot be loaded. The next call tries again. */
  const open = (): Promise<Submission> => {
    const load = async (): Promise<Submission> => {
      const [{ openSubmission }, message] = await Promise.all([loadSubmission(), loadMessage()]);
      const element = form.current;
      if (!element) throw new Error('The form was unmounted.');
      return openSubmission({
        message,
        readForm: () => new FormData(element),
        resetCaptcha: hasWidget ? () => resetCaptcha.current() : null,
      });
    };
    submission.current ??= loadForUse(load).catch((error) => {
      submission.current = undefined;
      throw error;
    });
    return submission.current;
  };

  /** Validates the fields with these names (null: all fields) and shows the errors. Resolves with whether they are valid. */
  const check = async (names: readonly string[] | null = null): Promise<boolean> => {
    checked.current = names;
    // It rejects if a chunk cannot be loaded or an uploaded file cannot be read.
    const found = await open()
      .then((opened) => opened.check(names))
      .catch(() => NOT_SENT);
    show(found);
    return found.status === 'new';
  };

  /** Updates the shown errors while the visitor types. */
  const recheck = async (): Promise<void> => {
    const found = await (await open()).check(checked.current);
    await whenReleased();
    if (isBusy.current) return;
    setState((before) => (before.status === 'invalid' ? found : before));
  };

  /** Loads the code that validates and sends the form, and starts solving the self-hosted captcha. */
  const begin = (): void => {
    open()
      .then((opened) => opened.begin())
      .catch(() => undefined);
  };

  const onInput = (): void => {
    if (state.status !== 'invalid') return;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void recheck().catch(() => undefined), RECHECK_DEBOUNCE_MS);
  };

  const send = async (): Promise<void> => {
    if (isBusy.current) return;
    isBusy.current = true;
    clearTimeout(timer.current);
    setIsSending(true);
    begin();
    try {
      if (!(await check())) {
        release();
        return;
      }
      const opened = await open();
      const outcome = await askBeforeLeaving(opened.send);
      if (outcome.status !== 'sent') {
        show(outcome);
        release();
        return;
      }
      const { query } = await loadMessage();
      // The form stays busy until the browser has left the page.
      onSent?.();
      location.assign(`${toConfirmationUrl(page, query, outcome.reference)}#${SUBMISSION_RESULT_ID}`);
    } catch {
      show(NOT_SENT);
      release();
    }
  };

  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    void send();
  };

  return { form, errorSummary, resetCaptcha, state, setState, isSending, check, begin, onInput, onSubmit };
};
