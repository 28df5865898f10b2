import { type SubmitEvent, useCallback, useEffect, useRef, useState } from 'react';
import { ERROR_SUMMARY_ID } from './error-summary.tsx';
import { type FormState, type MessageKind, NOT_SENT } from './form-state.ts';
import type { Submission } from './submission.ts';

type Options = {
  readonly kind: MessageKind;
  /** What the server said, where the page answers a form. */
  readonly answered: FormState;
  /** The page that thanks. */
  readonly page: string;
  /** Whether the form shows the widget of another captcha than our own. */
  readonly hasWidget: boolean;
  /** The message is stored. */
  readonly onSent?: () => void;
};

const LIVE_MS = 300;

/** A form that is checked and sent by scripts: nothing entered is lost, and it is sent once. */
export const useMessageForm = ({ kind, answered, page, hasWidget, onSent }: Options) => {
  const form = useRef<HTMLFormElement>(null);
  const answer = useRef<HTMLDivElement>(null);
  const renewCaptcha = useRef<() => void>(() => undefined);
  const submission = useRef<Promise<Submission>>(undefined);
  const [state, setState] = useState(answered);
  const [isSending, setIsSending] = useState(false);
  const [tries, setTries] = useState(0);
  const isBusy = useRef(false);
  const checked = useRef<readonly string[] | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const show = useCallback((next: FormState) => {
    setState(next);
    if (next.status !== 'new') setTries((count) => count + 1);
  }, []);

  useEffect(() => {
    if (tries > 0) answer.current?.focus();
  }, [tries]);

  useEffect(() => {
    // RenderResult here, because a page may be kept by a cache; a repeat of the same message under it is the same message.
    const field = form.current?.elements.namedItem('submissionId');
    if (field instanceof HTMLInputElement && field.value === '') field.value = crypto.randomUUID?.() ?? '';
    return () => clearTimeout(timer.current);
  }, []);

  const release = useCallback(() => {
    isBusy.current = false;
    setIsSending(false);
  }, []);

  useEffect(() => {
    // Back from the thanks, to the page as it was left.
    addEventListener('pageshow', release);
    return () => removeEventListener('pageshow', release);
  }, [release]);

  /** @throws {Error} when the code cannot be loaded now. The next call tries again. */
  const open = useCallback((): Promise<Submission> => {
    const load = async (): Promise<Submission> => {
      const { openSubmission } = await import('./submission.ts');
      if (!form.current) throw new Error('The form is gone.');
      return openSubmission({
        kind,
        form: form.current,
        renewCaptcha: hasWidget ? () => renewCaptcha.current() : null,
      });
    };
    submission.current ??= load().catch((error) => {
      submission.current = undefined;
      throw error;
    });
    return submission.current;
  }, [kind, hasWidget]);

  /** Looks at some fields, or at all; answers whether they are right. */
  const check = useCallback(
    async (names: readonly string[] | null = null): Promise<boolean> => {
      checked.current = names;
      const found = await (await open()).check(names);
      show(found);
      return found.status === 'new';
    },
    [open, show],
  );

  /** After the first try, errors come and go while the visitor types. */
  const recheck = useCallback(async () => {
    if (isBusy.current) return;
    const found = await (await open()).check(checked.current);
    setState((before) => (before.status === 'invalid' ? found : before));
  }, [open]);

  const begin = useCallback(() => {
    open().then(
      (opened) => opened.begin(),
      () => undefined,
    );
  }, [open]);

  const onInput = (): void => {
    if (state.status !== 'invalid') return;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void recheck().catch(() => undefined), LIVE_MS);
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
      const outcome = await (await open()).send();
      if (outcome.status !== 'sent') {
        show(outcome);
        release();
        return;
      }
      // The form stays busy until the thanks are there.
      onSent?.();
      location.assign(`${page}?sent=${outcome.reference}#${ERROR_SUMMARY_ID}`);
    } catch {
      show({ status: 'refused', statusMessage: NOT_SENT });
      release();
    }
  };

  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    void send();
  };

  return { form, answer, renewCaptcha, state, setState, isSending, check, begin, onInput, onSubmit };
};
