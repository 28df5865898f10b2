import styles from './stats.module.css';

type StatsProps = {
  readonly stats: readonly { readonly value: string; readonly label: string; readonly condition: string }[];
};

/** Figures, each with the condition under which it applies. */
export const Stats = ({ stats }: StatsProps) => (
  <dl className={styles.stats}>
    {stats.map(({ value, label, condition }) => (
      <div key={`${value} ${label}`} className={styles.stat} data-print="row">
        <dt className={styles.label}>{label}</dt>
        <dd className={styles.value}>{value}</dd>
        {condition && <dd className={styles.condition}>{condition}</dd>}
      </div>
    ))}
  </dl>
);
