import 'server-only';
import { editable } from '../../blocks/editable/editable.tsx';
import { currentNotices, type Notice } from '../../content/site.ts';
import styles from './notices.module.css';

/** The current announcements, each a line of text or a link. */
export const Notices = ({ notices }: { readonly notices: readonly Notice[] }) => {
  const current = currentNotices(notices, new Date().toISOString());

  return (
    current.length > 0 && (
      <aside aria-label="Notices" className={styles.notices} {...editable('site')}>
        {current.map(({ text, href }) => (
          <p key={text} className={`container ${styles.notice}`}>
            {href === null ? text : <a href={href}>{text}</a>}
          </p>
        ))}
      </aside>
    )
  );
};
