import { type ReactNode, useMemo } from 'react';
import { Button } from '../blocks/button/button.tsx';
import { ErrorSummary } from './error-summary.tsx';
import { FormContext } from './form-context.tsx';
import { type FormValues, SUBMISSION_RESULT_ID } from './form-state.ts';
import styles from './message-form.module.css';
import type { useMessageForm } from './use-message-form.ts';

export type MessageFormProps = {
  /** The URL of the page, to which a browser without scripts submits the form. */
  readonly page: string;
  /** Signed by the server; contains the time at which the form was rendered. */
  readonly formToken: string;
  /** The submitted values, when the form is shown again. */
  readonly values: FormValues;
  /** The widget of a captcha provider; null: the form uses the self-hosted captcha, which is invisible. */
  readonly captcha: ReactNode;
  readonly supportEmail: string;
};

/** The URL that a browser without scripts submits to, so that it scrolls to the error summary. */
export const toErrorSummaryUrl = (url: string): string => `${url}#${SUBMISSION_RESULT_ID}`;

type FrameProps = Omit<MessageFormProps, 'captcha' | 'page'> & {
  readonly action: (form: FormData) => void;
  readonly use: ReturnType<typeof useMessageForm>;
  readonly children: ReactNode;
  readonly onFollow?: (name: string) => void;
  readonly label: string;
};

export const MessageFrame = ({
  action,
  use,
  formToken,
  values,
  supportEmail,
  children,
  onFollow = () => undefined,
  label,
}: FrameProps) => {
  const { state, resetCaptcha } = use;
  const context = useMemo(
    () => ({
      values,
      errors: state.status === 'invalid' ? state.fields : {},
      rejectedLines: state.status === 'invalid' ? state.rejectedLines : [],
      resetCaptcha,
    }),
    [values, state, resetCaptcha],
  );

  return (
    <div data-island="" className={styles.frame}>
      <ErrorSummary state={state} supportEmail={supportEmail} boxRef={use.errorSummary} onFollow={onFollow} />
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
          name="formToken"
          defaultValue={typeof values.formToken === 'string' ? values.formToken : formToken}
        />
        <div className="visually-hidden" aria-hidden="true">
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
  readonly note: ReactNode;
  readonly beside?: ReactNode;
};

export const Send = ({ isSending, children, supportEmail, note, beside }: SendProps) => (
  <div className={styles.send}>
    <div className={styles.buttons}>
      <Button type="submit" aria-disabled={isSending || undefined} className={styles.button}>
        {isSending ? 'Sending…' : children}
      </Button>
      {beside}
    </div>
    <p role="status" className={styles.status}>
      {isSending && 'Checking and sending your message…'}
    </p>
    <p className={styles.note}>
      {note} You can also write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
    </p>
  </div>
);
