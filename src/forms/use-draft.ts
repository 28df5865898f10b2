import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { forgetDraft, readStored, submissionIdOf, toDraft, writeDraft } from './draft.ts';

const PAUSE_MS = 400;

type Options = {
  readonly form: RefObject<HTMLFormElement | null>;
  /** The fields that are kept. */
  readonly names: readonly string[];
  readonly step: number;
  /** The application is stored: nothing is kept any more. */
  readonly isSent: RefObject<boolean>;
  /** The draft was brought back, and where its writer was. */
  readonly onRestored: (step: number) => void;
};

/** Keeps what is entered in this browser until it is sent or discarded. */
export const useDraft = ({ form, names, step, isSent, onRestored }: Options) => {
  const [savedAt, setSavedAt] = useState<number | null>(null);
  const latest = useRef(step);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** While a draft is being brought back nothing takes its place. */
  const restoring = useRef<'no' | 'yes' | 'missed'>('no');

  const save = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    if (restoring.current !== 'no') restoring.current = 'missed';
    if (!form.current || isSent.current || restoring.current !== 'no') return;
    const draft = toDraft(form.current, names, latest.current);
    if (draft === null) forgetDraft();
    setSavedAt(draft && writeDraft(draft) ? draft.savedAt : null);
  }, [form, names, isSent]);

  const saveSoon = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(save, PAUSE_MS);
  }, [save]);

  useEffect(() => {
    if (latest.current === step) return;
    latest.current = step;
    save();
  }, [step, save]);

  useEffect(() => {
    const restore = async (text: string): Promise<void> => {
      const { fillForm, parseDraft } = await import('./stored-draft.ts');
      const draft = parseDraft(text);
      if (!draft || !form.current) return;
      fillForm(form.current, draft);
      setSavedAt(draft.savedAt);
      onRestored(draft.step);
    };
    const goOn = (): void => {
      const hasMissed = restoring.current === 'missed';
      restoring.current = 'no';
      if (hasMissed) save();
    };
    // Runs once: what comes later is newer than the draft.
    const stored = readStored();
    // What was entered before React came has no draft yet.
    if (stored === null) return save();
    restoring.current = 'yes';
    restore(stored)
      .catch(() => undefined)
      .finally(goOn);
  }, [form, onRestored, save]);

  useEffect(() => {
    const flush = (): void => {
      if (timer.current !== undefined) save();
    };
    addEventListener('pagehide', flush);
    return () => {
      removeEventListener('pagehide', flush);
      clearTimeout(timer.current);
    };
  }, [save]);

  const discard = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    form.current?.reset();
    const id = form.current && submissionIdOf(form.current);
    if (id) id.value = crypto.randomUUID?.() ?? '';
    forgetDraft();
    setSavedAt(null);
  }, [form]);

  return { savedAt, saveSoon, discard };
};
