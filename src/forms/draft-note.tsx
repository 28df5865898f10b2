import { Button } from '../blocks/button/button.tsx';
import styles from './draft-note.module.css';

type DraftNoteProps = { readonly savedAt: number; readonly onDiscard: () => void };

const toTime = (instant: number): string =>
  new Date(instant).toLocaleString('en-GB', { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' });

/** Says that a draft is kept, where, and how to be rid of it. */
export const DraftNote = ({ savedAt, onDiscard }: DraftNoteProps) => (
  <div className={styles.note}>
    <p>Draft of {toTime(savedAt)}, kept in this browser only until you send it, for 30 days at most.</p>
    <Button variant="quiet" onClick={onDiscard}>
      Discard draft
    </Button>
  </div>
);
