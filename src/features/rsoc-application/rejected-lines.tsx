import { shortenLines } from '../../forms/form-state.ts';
import type { RejectedLine } from '../../mail/message-kind.ts';
import styles from './rejected-lines.module.css';

/** The lines of the list that are not domains, at most 50, each with the reason. */
export const RejectedLines = ({ lines }: { readonly lines: readonly RejectedLine[] }) => {
  if (lines.length === 0) return null;

  return (
    <section
      className={styles.rejected}
      aria-label="Lines that aren’t domains"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it
      tabIndex={0}
    >
      <table className={styles.table}>
        <caption className={styles.caption}>Lines that aren’t domains</caption>
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Entry</th>
            <th scope="col">Reason</th>
          </tr>
        </thead>
        <tbody>
          {shortenLines(lines).map(({ line, text, reason }, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line may contain the same entry twice
            <tr key={row}>
              <td>{line.toLocaleString('en')}</td>
              <th scope="row">
                <code>{text}</code>
              </th>
              <td>{reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};
