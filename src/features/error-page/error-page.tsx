import 'server-only';
import { Button } from '../../blocks/button/button.tsx';
import { Mailto } from '../../blocks/mailto/mailto.tsx';
import { site } from '../../site/config.ts';
import { toSitePath } from '../../site/urls.ts';
import styles from './error-page.module.css';

/** The error page, drawn as a dead-end sign. */
export const ErrorPage = ({ statusCode, message }: { readonly statusCode: number; readonly message: string }) => (
  <section aria-labelledby="error">
    <div className={`container ${styles.content}`}>
      <div className={styles.words}>
        <h1 id="error" tabIndex={-1}>
          Uhm... sorry, {statusCode}
        </h1>
        <p className={styles.message}>{message}</p>
        {statusCode === 404 ? (
          <>
            <p className={styles.text}>
              The requested page doesn't exist. Probably never did? Check your spelling and bookmarks
            </p>
            <p className={styles.text}>
              or contact us: <Mailto email={site.supportEmail} subject={`${site.name} Website - support`} />
            </p>
          </>
        ) : (
          statusCode >= 500 && <p className={styles.text}>This one’s on us, not you. Please try again in a minute.</p>
        )}
        <Button href={toSitePath('/')} className={styles.button}>
          Back to home page
        </Button>
      </div>
      <svg className={styles.sign} viewBox="0 0 320 420" width="320" height="420" aria-hidden="true">
        <path d="M154 270h12v150h-12z" fill="var(--gravel)" />
        <rect x="30" y="10" width="260" height="260" rx="14" fill="var(--plate)" />
        <rect x="38" y="18" width="244" height="244" rx="9" fill="none" stroke="var(--on-plate)" strokeWidth="4" />
        <path d="M136 108h48v128h-48z" fill="var(--on-plate)" />
        <path d="M80 52h160v56H80z" fill="var(--stop-plate)" stroke="var(--on-plate)" strokeWidth="6" />
        <rect x="90" y="286" width="140" height="62" rx="8" fill="var(--on-plate)" />
        <rect x="96" y="292" width="128" height="50" rx="5" fill="none" stroke="var(--tar)" strokeWidth="2.5" />
        <text x="160" y="331" textAnchor="middle" className={styles.code}>
          {statusCode}
        </text>
      </svg>
    </div>
  </section>
);
