import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { fillForm, readDraft, removeDraft, setSubmissionId, toDraft, writeDraft } from './draft.ts';

const DEBOUNCE_MS = 400;

type Options = {
  /** The key in local storage. */
  readonly key: string;
  readonly form: RefObject<HTMLFormElement | null>;
  readonly names: readonly string[];
  readonly step: number;
  /** True once the message is sent, after which nothing is saved. */
  readonly isSent: RefObject<boolean>;
  /** Called with the step at which the draft was saved. */
  readonly onRestored: (step: number) => void;
};

/** Saves a draft of the form in this browser until it is sent or discarded, and restores it on the next visit. */
export const useDraft = ({ key, form, names, step, isSent, onRestored }: Options) => {
  const [savedAt, setSavedAt] = useState<number | null>(null);
  const latest = useRef(step);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lastSave = useRef(0);

  const save = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    if (!form.current || isSent.current) return;
    const draft = toDraft(form.current, names, latest.current);
    lastSave.current = Date.now();
    if (draft === null) removeDraft(key);
    setSavedAt(draft && writeDraft(key, draft) ? draft.savedAt : null);
  }, [key, form, names, isSent]);

  const saveSoon = (): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(save, DEBOUNCE_MS);
  };

  useEffect(() => {
    if (latest.current === step) return;
    latest.current = step;
    // A step without unsaved input does not overwrite what was entered in another tab.
    const isStale = timer.current === undefined && (readDraft(key)?.savedAt ?? 0) > lastSave.current;
    if (!isStale) save();
  }, [step, key, save]);

  useEffect(() => {
    const draft = readDraft(key);
    // Text entered before hydration is not saved yet.
    if (!draft || !form.current) return save();
    fillForm(form.current, draft);
    latest.current = draft.step;
    // Also saves what was entered before hydration: fields that the browser restored itself dispatch no event that would save it.
    save();
    onRestored(draft.step);
  }, [key, form, onRestored, save]);

  // A layout effect, because its cleanup runs while the form is still there.
  useLayoutEffect(() => {
    const flush = (): void => {
      if (timer.current !== undefined) save();
    };
    addEventListener('pagehide', flush);
    return () => {
      removeEventListener('pagehide', flush);
      flush();
    };
  }, [save]);

  useEffect(() => {
    // When the visitor comes back from the confirmation, the browser may restore the page from its back/forward cache.
    const beginAnew = (): void => {
      if (!isSent.current) return;
      isSent.current = false;
      setSavedAt(null);
    };
    addEventListener('pageshow', beginAnew);
    return () => removeEventListener('pageshow', beginAnew);
  }, [isSent]);

  const discard = (): void => {
    clearTimeout(timer.current);
    timer.current = undefined;
    if (form.current) {
      form.current.reset();
      setSubmissionId(form.current, '');
    }
    removeDraft(key);
    setSavedAt(null);
  };

  return { savedAt, saveSoon, discard };
};
