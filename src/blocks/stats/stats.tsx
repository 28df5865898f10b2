import styles from './stats.module.css';

type StatsProps = {
  readonly stats: readonly { readonly value: string; readonly label: string; readonly condition: string }[];
};

/** Figures with the condition under which they hold, laid out as the distances on a road sign. */
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
