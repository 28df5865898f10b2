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

/** The step in which the visitor has focused a field before hydration, when all steps are shown. */
const focusedStep = (): number | null => {
  const step = document.activeElement?.closest('fieldset[id^="step-"]');
  return step ? Number(step.id.slice('step-'.length)) - 1 : null;
};

/**
 * Ignores the second click of a double click that has shown a step: it would hit what the step has in the place of the button. The
 * `detail` of a click says how many clicks it is the last of; for the keyboard it is 0.
 */
const ignoreSecondClick = (): void => {
  const ignore = (event: MouseEvent): void => {
    if (event.detail < 2) return;
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener('click', ignore, { capture: true, once: true });
};

/** Shows one step of a long form at a time. Without scripts and until hydration `current` is null, and all steps are shown. */
export const useSteps = (steps: readonly Step[], check: (names: readonly string[]) => Promise<boolean>) => {
  const [current, setCurrent] = useState<number | null>(null);
  const isChecking = useRef(false);

  useEffect(() => setCurrent((before) => before ?? focusedStep() ?? 0), []);

  const show = useCallback(
    (index: number) => setCurrent(Math.min(Math.max(0, Math.trunc(index)), steps.length - 1)),
    [steps],
  );

  /** Shows the step of a restored draft. */
  const restore = useCallback((index: number) => show(focusedStep() ?? index), [show]);

  const go = (index: number): void => {
    flushSync(() => show(index));
    focus(`${stepId(index)}-title`);
  };

  const next = async (): Promise<void> => {
    const shown = steps[current ?? 0];
    if (current === null || !shown || isChecking.current) return;
    isChecking.current = true;
    try {
      if (!(await check(shown.names))) return;
      go(current + 1);
      ignoreSecondClick();
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

  return { current, restore, go, next, focusField };
};
