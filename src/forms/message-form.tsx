import { type ReactNode, useMemo } from 'react';
import { Button } from '../blocks/button/button.tsx';
import { ERROR_SUMMARY_ID, ErrorSummary } from './error-summary.tsx';
import { FormContext } from './form-context.tsx';
import type { FormValues } from './form-state.ts';
import styles from './message-form.module.css';
import type { useMessageForm } from './use-message-form.ts';

/** What a page gives to either form. */
export type MessageFormProps = {
  /** The page's address, to which a browser without scripts sends the form. */
  readonly page: string;
  /** When the form was shown, signed by the server. */
  readonly startedAt: string;
  /** What was entered, where the page answers a form. */
  readonly values: FormValues;
  /** The widget of another provider; `null`: the form proves by itself that a browser filled it in. */
  readonly captcha: ReactNode;
  readonly supportEmail: string;
};

/** Where the browser goes with a form that it sends itself: to the answer on the page. */
export const toErrorSummaryUrl = (address: string): string => `${address}#${ERROR_SUMMARY_ID}`;

type FrameProps = Omit<MessageFormProps, 'captcha' | 'page'> & {
  readonly action: (form: FormData) => void;
  readonly use: ReturnType<typeof useMessageForm>;
  readonly children: ReactNode;
  readonly onFollow?: (name: string) => void;
  readonly label: string;
};

/** The form around the fields: the answer to the last try, and what a visitor does not see. */
export const MessageFrame = ({
  action,
  use,
  startedAt,
  values,
  supportEmail,
  children,
  onFollow = () => undefined,
  label,
}: FrameProps) => {
  const { state, renewCaptcha } = use;
  const context = useMemo(
    () => ({
      values,
      errors: state.status === 'invalid' ? state.fields : {},
      rejectedLines: state.status === 'invalid' ? state.rejectedLines : [],
      renewCaptcha,
    }),
    [values, state, renewCaptcha],
  );

  return (
    <div data-island="" className={styles.frame}>
      <ErrorSummary state={state} supportEmail={supportEmail} boxRef={use.answer} onFollow={onFollow} />
      <form
        ref={use.form}
        action={action}
        onSubmit={use.onSubmit}
        onInput={use.onInput}
        onFocus={use.begin}
        noValidate
        aria-label={label}
        className={styles.form}
      >
        <FormContext value={context}>{children}</FormContext>
        <input type="hidden" name="submissionId" defaultValue="" />
        <input
          type="hidden"
          name="startedAt"
          defaultValue={typeof values.startedAt === 'string' ? values.startedAt : startedAt}
        />
        <div className={styles.trap} aria-hidden="true">
          <label htmlFor="f-referral-code">Leave this field empty</label>
          <input id="f-referral-code" name="referralCode" type="text" tabIndex={-1} autoComplete="off" />
        </div>
      </form>
    </div>
  );
};

type SendProps = {
  readonly isSending: boolean;
  readonly children: string;
  readonly supportEmail: string;
  readonly note: string;
  /** Another way on, beside the button. */
  readonly beside?: ReactNode;
};

/** The button, what happens meanwhile, and the other way to write. */
export const Send = ({ isSending, children, supportEmail, note, beside }: SendProps) => (
  <div className={styles.send}>
    <div className={styles.buttons}>
      <Button type="submit" aria-disabled={isSending || undefined} className={styles.button}>
        {isSending ? 'Sending…' : children}
      </Button>
      {beside}
    </div>
    <p role="status" className={styles.status}>
      {isSending && 'Your message is being checked and stored.'}
    </p>
    <p className={styles.note}>
      {note} You can also write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
    </p>
  </div>
);
