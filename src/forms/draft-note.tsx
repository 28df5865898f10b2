import { Button } from '../blocks/button/button.tsx';
import styles from './draft-note.module.css';

type DraftNoteProps = { readonly savedAt: number; readonly onDiscard: () => void };

const toTime = (instant: number): string =>
  new Date(instant).toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short' });

/** Says when and where the draft was saved, with a button to discard it, which asks first. */
export const DraftNote = ({ savedAt, onDiscard }: DraftNoteProps) => (
  <div className={styles.note}>
    <p>{`Draft saved on ${toTime(savedAt)}. It stays in this browser only, until you send it or for 30 days.`}</p>
    <Button variant="quiet" onClick={() => confirm('Discard everything you entered?') && onDiscard()}>
      Discard draft
    </Button>
  </div>
);
