import 'server-only';
import styles from './application-progress.module.css';

const stages = ['Check', 'Apply', 'Answer', 'Google’s review', 'Live'] as const;

type ApplicationProgressProps = {
  /** The stage that the page is about, counted from 0. */
  readonly current: number;
};

/** The stages of an application as the stations of one road. */
export const ApplicationProgress = ({ current }: ApplicationProgressProps) => (
  <div className={styles.progress}>
    <ol aria-label="Stages of the application" className={styles.stages}>
      {stages.map((stage, index) => (
        <li
          key={stage}
          className={styles.stage}
          data-state={index < current ? 'done' : index === current ? 'current' : 'ahead'}
          aria-current={index === current ? 'step' : undefined}
        >
          <span className={styles.number} aria-hidden="true">
            {index + 1}
          </span>
          <span className={styles.name}>{stage}</span>
        </li>
      ))}
    </ol>
  </div>
);
