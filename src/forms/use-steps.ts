import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { fieldId } from './form-context.tsx';

/** A step of a long form. */
export type Step = {
  readonly title: string;
  /** The names of its fields, which are validated before the next step is shown. */
  readonly names: readonly string[];
  readonly fields: ReactNode;
};

export const stepId = (index: number): string => `step-${index + 1}`;

const focus = (id: string): void => {
  const target = document.getElementById(id);
  target?.focus({ preventScroll: true });
  target?.scrollIntoView({ block: 'start' });
};

/** Shows one step of a long form at a time. Without scripts and until hydration `current` is null, and all steps are shown. */
export const useSteps = (steps: readonly Step[], check: (names: readonly string[]) => Promise<boolean>) => {
  const [current, setCurrent] = useState<number | null>(null);
  const isChecking = useRef(false);

  useEffect(() => {
    // Before hydration the visitor may have focused a field of a later step.
    const focused = document.activeElement?.closest('[id^="step-"]');
    const index = steps.findIndex((_, candidate) => stepId(candidate) === focused?.id);
    setCurrent((before) => before ?? Math.max(0, index));
  }, [steps]);

  const show = useCallback(
    (index: number) => setCurrent(Math.min(Math.max(0, Math.trunc(index)), steps.length - 1)),
    [steps],
  );

  const go = (index: number): void => {
    flushSync(() => show(index));
    focus(`${stepId(index)}-title`);
  };

  const next = async (): Promise<void> => {
    const shown = steps[current ?? 0];
    if (current === null || !shown || isChecking.current) return;
    isChecking.current = true;
    try {
      if (await check(shown.names)) go(current + 1);
    } finally {
      isChecking.current = false;
    }
  };

  /** Shows the step of a field and focuses the field. */
  const focusField = (name: string): void => {
    const index = steps.findIndex(({ names }) => names.includes(name));
    if (index >= 0 && current !== null) flushSync(() => show(index));
    document.getElementById(fieldId(name))?.focus();
  };

  return { current, show, go, next, focusField };
};
