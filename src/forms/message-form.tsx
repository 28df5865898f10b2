import { type ReactNode, useMemo } from 'react';
import { Button } from '../blocks/button/button.tsx';
import { ErrorSummary } from './error-summary.tsx';
import { FormContext } from './form-context.tsx';
import { type FormValues, SUBMISSION_RESULT_ID } from './form-state.ts';
import styles from './message-form.module.css';
import type { useMessageForm } from './use-message-form.ts';

export type MessageFormProps = {
  /** The URL of the form's page without its query, from which the URLs for submission and confirmation are derived. */
  readonly page: string;
  /** Signed by the server; contains the time at which the form was rendered. */
  readonly formToken: string;
  /** The submitted values if the server rejected a submission without scripts; otherwise empty. */
  readonly values: FormValues;
  /** The widget of a captcha provider; null: the form uses the self-hosted captcha, which is invisible. */
  readonly captcha: ReactNode;
  readonly supportEmail: string;
};

/** The URL that a browser without scripts submits to, so that it scrolls to the error summary. */
export const toErrorSummaryUrl = (url: string): string => `${url}#${SUBMISSION_RESULT_ID}`;

type FrameProps = Omit<MessageFormProps, 'captcha' | 'page'> & {
  readonly action: (form: FormData) => void;
  readonly messageForm: ReturnType<typeof useMessageForm>;
  readonly children: ReactNode;
  /** Called with the name of a field before the browser follows the link to it in the error summary. */
  readonly onFollowErrorLink?: (fieldName: string) => void;
  readonly label: string;
};

export const MessageFrame = ({
  action,
  messageForm,
  formToken,
  values,
  supportEmail,
  children,
  onFollowErrorLink = () => undefined,
  label,
}: FrameProps) => {
  const { state, resetCaptcha } = messageForm;
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
      <ErrorSummary
        state={state}
        supportEmail={supportEmail}
        boxRef={messageForm.errorSummary}
        onFollowErrorLink={onFollowErrorLink}
      />
      <form
        ref={messageForm.form}
        action={action}
        onSubmit={messageForm.onSubmit}
        onInput={messageForm.onInput}
        onFocus={messageForm.begin}
        noValidate
        aria-label={label}
        className={styles.form}
      >
        <FormContext value={context}>{children}</FormContext>
        {/* Without a default value, because React would write that again at each render. */}
        <input type="hidden" name="submissionId" />
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

type SubmitAreaProps = {
  readonly isSending: boolean;
  readonly children: string;
  /** Absent if the page itself names an address for such messages. */
  readonly supportEmail?: string;
  readonly note: ReactNode;
  /** Shown beside the submit button. */
  readonly secondaryButton?: ReactNode;
};

export const SubmitArea = ({ isSending, children, supportEmail, note, secondaryButton }: SubmitAreaProps) => (
  <div className={styles.submitArea}>
    <div className="actions">
      <Button type="submit" aria-disabled={isSending || undefined} className={styles.button}>
        {isSending ? 'Sending…' : children}
      </Button>
      {secondaryButton}
    </div>
    <p role="status" className={styles.status}>
      {isSending && 'Checking and sending your message…'}
    </p>
    <p className={styles.note}>
      {note}
      {supportEmail !== undefined && (
        <>
          {' '}
          You can also write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
        </>
      )}
    </p>
  </div>
);
