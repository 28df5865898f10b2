import type { RefObject } from 'react';
import styles from './error-summary.module.css';
import { fieldId } from './form-context.tsx';
import { type FormState, SUBMISSION_RESULT_ID } from './form-state.ts';

type ErrorSummaryProps = {
  readonly state: FormState;
  readonly supportEmail: string;
  readonly boxRef: RefObject<HTMLDivElement | null>;
  /** Called before the browser follows a link to a field, which may be on a hidden step. */
  readonly onFollowErrorLink: (fieldName: string) => void;
};

const titleOf = (state: FormState): string => {
  if (state.status !== 'invalid') return 'Your message wasn’t sent';
  const count = Object.keys(state.fields).length;
  return count === 1 ? 'There’s a problem with one field' : `There are problems with ${count} fields`;
};

/** Lists the invalid fields with links to them, or says why the message was rejected. */
export const ErrorSummary = ({ state, supportEmail, boxRef, onFollowErrorLink }: ErrorSummaryProps) => {
  if (state.status === 'new') return null;

  return (
    <div ref={boxRef} id={SUBMISSION_RESULT_ID} tabIndex={-1} className={styles.summary}>
      <h3 className="h4">{titleOf(state)}</h3>
      {state.status === 'invalid' ? (
        <ul className={styles.list}>
          {Object.entries(state.fields).map(([name, message]) => (
            <li key={name}>
              <a href={`#${fieldId(name)}`} onClick={() => onFollowErrorLink(name)} className={styles.link}>
                {message}
              </a>
            </li>
          ))}
        </ul>
      ) : (
        <>
          <p>{state.statusMessage}</p>
          <p>
            Everything you entered is still here. If it keeps happening, email{' '}
            <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
          </p>
        </>
      )}
    </div>
  );
};
