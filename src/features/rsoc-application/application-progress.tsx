import 'server-only';
import styles from './application-progress.module.css';

const stages = ['Read', 'Apply', 'Answer', 'Google’s review', 'Live'] as const;

type ApplicationProgressProps = {
  /** The index of the current stage, from 0. */
  readonly current: number;
};

const Tick = () => (
  <svg viewBox="0 0 16 16" width="18" height="18" aria-hidden="true">
    <path d="M2.500 8.500l3.500 3.500 7.500-8" fill="none" stroke="currentColor" strokeWidth="3" />
  </svg>
);

/** The stages of an application. */
export const ApplicationProgress = ({ current }: ApplicationProgressProps) => (
  <div className={styles.progress}>
    <ol aria-label="Stages of the application" className={`container ${styles.stages}`}>
      {stages.map((stage, index) => (
        <li
          key={stage}
          className={styles.stage}
          data-state={index < current ? 'done' : index === current ? 'current' : 'ahead'}
          aria-current={index === current ? 'step' : undefined}
        >
          <span className={styles.number} aria-hidden="true" data-print="plate">
            {index < current ? <Tick /> : index + 1}
          </span>
          <span className={styles.name}>{stage}</span>
        </li>
      ))}
    </ol>
  </div>
);
