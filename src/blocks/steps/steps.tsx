import styles from './steps.module.css';

type StepsProps = {
  readonly steps: readonly { readonly title: string; readonly text: string }[];
  readonly heading?: 'h2' | 'h3';
};

/** Numbered steps, shown as route shields along a road. */
export const Steps = ({ steps, heading: Heading = 'h3' }: StepsProps) => (
  <ol className={styles.steps}>
    {steps.map(({ title, text }, index) => (
      <li key={title} className={styles.step}>
        <svg viewBox="0 0 56 60" width="56" height="60" aria-hidden="true">
          <path fill="var(--tar)" d="M6 2h44l4 4v32c0 10-12 16-26 20C14 54 2 48 2 38V6z" />
          <path
            fill="none"
            stroke="var(--marking)"
            strokeWidth="2"
            d="M8 6h40l2 2v30c0 7.500-9 12-22 15.800C15 50 6 45.500 6 38V8z"
          />
          <text className={styles.number} x="28" y="37" textAnchor="middle">
            {index + 1}
          </text>
        </svg>
        <div className={styles.words}>
          <Heading className="h4">{title}</Heading>
          {text && <p className="muted">{text}</p>}
        </div>
      </li>
    ))}
  </ol>
);
