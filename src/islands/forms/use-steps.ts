import { useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { fieldId } from './form-context.tsx';

export type Step = {
  readonly title: string;
  /** The fields that are looked at before the next step. */
  readonly names: readonly string[];
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
export const useSteps = (steps: readonly Step[], check: (names: readonly string[]) => Promise<boolean>) => {
  const [current, setCurrent] = useState<number | null>(null);
  const isChecking = useRef(false);

  useEffect(() => {
    // Somebody may be filling in a later part already.
    const part = document.activeElement?.closest('[id^="step-"]');
    const index = steps.findIndex((_, candidate) => stepId(candidate) === part?.id);
    setCurrent((before) => before ?? Math.max(0, index));
  }, [steps]);

  const show = useCallback(
    (index: number) => setCurrent(Math.min(Math.max(0, Math.trunc(index)), steps.length - 1)),
    [steps],
  );

  const go = useCallback(
    (index: number) => {
      flushSync(() => show(index));
      focus(`${stepId(index)}-title`);
    },
    [show],
  );

  const next = async (): Promise<void> => {
    const step = steps[current ?? 0];
    if (current === null || !step || isChecking.current) return;
    isChecking.current = true;
    try {
      if (await check(step.names)) go(current + 1);
    } finally {
      isChecking.current = false;
    }
  };

  /** Shows the part in which a field is. */
  const follow = (name: string): void => {
    const index = steps.findIndex(({ names }) => names.includes(name));
    if (index >= 0 && current !== null) flushSync(() => show(index));
    document.getElementById(fieldId(name))?.focus();
  };

  return { current, show, go, next, follow };
};
