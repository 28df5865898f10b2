import type { SafeHtml } from '../../content/safe-html.ts';
import { Button } from '../button/button.tsx';
import { RichText } from '../rich-text/rich-text.tsx';
import styles from './popup.module.css';

type PopupProps = {
  readonly id: string;
  readonly buttonLabel: string;
  readonly headline: string;
  readonly html: SafeHtml;
};

/**
 * A native popover. Without a script, the button opens it, Escape or a click outside closes it, and the focus returns
 * to the button. A browser without popover support shows the content inline.
 */
export const Popup = ({ id, buttonLabel, headline, html }: PopupProps) => (
  <div className={styles.popup}>
    <p className={styles.teaser} data-print="none">
      {headline}
    </p>
    <Button variant="secondary" popoverTarget={id} aria-haspopup="dialog" className={styles.opener}>
      {buttonLabel}
    </Button>
    <div id={id} popover="auto" role="dialog" aria-labelledby={`${id}-title`} className={styles.dialog}>
      <div className={styles.bar}>
        <h2 id={`${id}-title`} className={styles.title}>
          {headline}
        </h2>
        <button
          type="button"
          popoverTarget={id}
          popoverTargetAction="hide"
          aria-label="Close"
          className={styles.closer}
        >
          <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
            <path d="M5 5l14 14M19 5 5 19" fill="none" stroke="currentColor" strokeWidth="3" />
          </svg>
        </button>
      </div>
      <RichText html={html} />
    </div>
  </div>
);
