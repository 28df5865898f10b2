import styles from './timeline.module.css';

type TimelineProps = {
  readonly entries: readonly { readonly date: string; readonly title: string; readonly text: string }[];
  readonly heading?: 'h2' | 'h3';
};

/** Dated entries, one below the other, in the order of the editor. */
export const Timeline = ({ entries, heading: Heading = 'h3' }: TimelineProps) => (
  <ol className={styles.timeline}>
    {entries.map(({ date, title, text }) => (
      <li key={`${date} ${title}`} className={styles.entry}>
        {date && <p className={styles.date}>{date}</p>}
        <div className={styles.words}>
          <Heading className={styles.title}>{title}</Heading>
          {text && <p className="muted">{text}</p>}
        </div>
      </li>
    ))}
  </ol>
);
