import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { fieldId } from './form-context.tsx';

/** A part of a long form. */
export type Part = {
  readonly title: string;
  /** The names of its fields, which are looked at before the next part is shown. */
  readonly names: readonly string[];
  readonly fields: ReactNode;
};

export const stepId = (index: number): string => `step-${index + 1}`;

const focus = (id: string): void => {
  const target = document.getElementById(id);
  target?.focus({ preventScroll: true });
  target?.scrollIntoView({ block: 'start' });
};

/**
 * One part of a long form at a time. Without scripts, and until this has run, all of them are shown: `current` is null.
 */
export const useSteps = (parts: readonly Part[], check: (names: readonly string[]) => Promise<boolean>) => {
  const [current, setCurrent] = useState<number | null>(null);
  const isChecking = useRef(false);

  useEffect(() => {
    // Somebody may be filling in a later part already.
    const part = document.activeElement?.closest('[id^="step-"]');
    const index = parts.findIndex((_, candidate) => stepId(candidate) === part?.id);
    setCurrent((before) => before ?? Math.max(0, index));
  }, [parts]);

  const show = useCallback(
    (index: number) => setCurrent(Math.min(Math.max(0, Math.trunc(index)), parts.length - 1)),
    [parts],
  );

  const go = useCallback(
    (index: number) => {
      flushSync(() => show(index));
      focus(`${stepId(index)}-title`);
    },
    [show],
  );

  const next = async (): Promise<void> => {
    const shown = parts[current ?? 0];
    if (current === null || !shown || isChecking.current) return;
    isChecking.current = true;
    try {
      if (await check(shown.names)) go(current + 1);
    } finally {
      isChecking.current = false;
    }
  };

  /** Shows the part in which a field is. */
  const follow = (name: string): void => {
    const index = parts.findIndex(({ names }) => names.includes(name));
    if (index >= 0 && current !== null) flushSync(() => show(index));
    document.getElementById(fieldId(name))?.focus();
  };

  return { current, show, go, next, follow };
};
