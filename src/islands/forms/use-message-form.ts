import { type SubmitEvent, useCallback, useEffect, useRef, useState } from 'react';
import { type FormState, type MessageKind, NEW_FORM, NOT_SENT } from '../../forms/form-state.ts';
import { ANSWER } from './answer.tsx';
import type { CaptchaHandle } from './captcha-settings.ts';

type Options = {
  readonly kind: MessageKind;
  /** What the server said, where the page answers a form. */
  readonly answered: FormState;
  /** The page that thanks. */
  readonly page: string;
  readonly captcha: CaptchaHandle;
  /** The message is stored. */
  readonly onSent?: () => void;
};

const LIVE_MS = 300;

const loadSubmission = () => import('./submission.ts');

/** Only the errors of some fields, where a part of the form is looked at. */
const within = (state: FormState, names: readonly string[] | null): FormState => {
  if (state.status !== 'invalid' || names === null) return state;
  const fields = Object.fromEntries(Object.entries(state.fields).filter(([name]) => names.includes(name)));
  return Object.keys(fields).length === 0 ? NEW_FORM : { ...state, fields };
};

/** A form that is checked and sent by scripts: nothing entered is lost, and it is sent once. */
export const useMessageForm = ({ kind, answered, page, captcha, onSent }: Options) => {
  const form = useRef<HTMLFormElement>(null);
  const answer = useRef<HTMLDivElement>(null);
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
    // Made here, because a page may be kept by a cache; a repeat of the same message under it is the same message.
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

  /** Looks at some fields, or at all; answers whether they are right. */
  const check = useCallback(
    async (names: readonly string[] | null = null): Promise<boolean> => {
      if (!form.current) return false;
      checked.current = names;
      const { checkForm } = await loadSubmission();
      const found = within(await checkForm(kind, form.current), names);
      show(found);
      return found.status === 'new';
    },
    [kind, show],
  );

  /** After the first try, errors come and go while the visitor types. */
  const recheck = useCallback(async () => {
    if (!form.current || isBusy.current) return;
    const { checkForm } = await loadSubmission();
    const found = within(await checkForm(kind, form.current), checked.current);
    setState((before) => (before.status === 'invalid' ? found : before));
  }, [kind]);

  const begin = useCallback(() => {
    captcha.begin();
    loadSubmission().catch(() => undefined);
  }, [captcha]);

  const onInput = (): void => {
    if (state.status !== 'invalid') return;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void recheck().catch(() => undefined), LIVE_MS);
  };

  const send = async (): Promise<void> => {
    if (!form.current || isBusy.current) return;
    isBusy.current = true;
    clearTimeout(timer.current);
    setIsSending(true);
    begin();
    try {
      if (!(await check())) {
        release();
        return;
      }
      const { sendForm } = await loadSubmission();
      const outcome = await sendForm(kind, form.current, captcha);
      if (outcome.status !== 'sent') {
        show(outcome);
        release();
        return;
      }
      // The form stays busy until the thanks are there.
      onSent?.();
      location.assign(`${page}?sent=${outcome.reference}#${ANSWER}`);
    } catch {
      show({ status: 'refused', statusMessage: NOT_SENT });
      release();
    }
  };

  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    void send();
  };

  return { form, answer, state, setState, isSending, check, begin, onInput, onSubmit };
};
