import type { ReactNode } from 'react';
import { Button } from '../blocks/button/button.tsx';
import styles from './steps.module.css';
import { stepId } from './use-steps.ts';

/** The number of a step in two digits. No form has more than nine steps. */
const toStepNumber = (index: number): string => `0${index + 1}`;

type StepFrameProps = {
  readonly index: number;
  readonly count: number;
  readonly title: string;
  readonly isShown: boolean;
  readonly children: ReactNode;
};

export const StepFrame = ({ index, count, title, isShown, children }: StepFrameProps) => (
  <fieldset id={stepId(index)} hidden={!isShown} className={styles.step}>
    <legend className={styles.legend}>
      <span className={styles.badge} aria-hidden="true" data-print="plate">
        {toStepNumber(index)}
      </span>
      <h3 id={`${stepId(index)}-title`} tabIndex={-1} className={styles.title}>
        {title}
        <span className="visually-hidden">
          {' '}
          step {index + 1} of {count}
        </span>
      </h3>
    </legend>
    <div className={styles.fields}>{children}</div>
  </fieldset>
);

type StepProgressProps = {
  readonly titles: readonly string[];
  /** Null: all steps are shown. */
  readonly current: number | null;
  readonly onGo: (index: number) => void;
};

/**
 * The steps of the form and the current one. Earlier steps are buttons that lead back to them. It is shown before hydration, too,
 * so that the form does not move.
 */
export const StepProgress = ({ titles, current, onGo }: StepProgressProps) => (
  <nav aria-label="Steps of the form">
    <ol className={styles.progress}>
      {titles.map((title, index) => {
        const words = (
          <>
            <span className={styles.number}>{toStepNumber(index)}</span>
            <span className={styles.name}>{title}</span>
          </>
        );
        return (
          <li key={title} className={styles.progressStep} aria-current={index === current ? 'step' : undefined}>
            {current !== null && index < current ? (
              <button type="button" onClick={() => onGo(index)} className={styles.back}>
                {words}
              </button>
            ) : (
              words
            )}
          </li>
        );
      })}
    </ol>
  </nav>
);

type StepButtonsProps = {
  readonly titles: readonly string[];
  /** Null: all steps are shown. */
  readonly current: number | null;
  readonly onBack: (index: number) => void;
  readonly onNext: () => void;
};

/** The buttons of every step but the last, which has the submit button. */
export const StepButtons = ({ titles, current, onBack, onNext }: StepButtonsProps) => {
  const following = current === null ? undefined : titles[current + 1];
  if (current === null || following === undefined) return null;

  return (
    <div className="actions">
      <Button onClick={onNext} hasArrow>
        {`Next: ${following}`}
      </Button>
      <BackButton current={current} onBack={onBack} />
    </div>
  );
};

export const BackButton = ({ current, onBack }: Pick<StepButtonsProps, 'current' | 'onBack'>) =>
  current !== null &&
  current > 0 && (
    <Button variant="secondary" onClick={() => onBack(current - 1)}>
      Back
    </Button>
  );
