'use client';

import { type ReactNode, type SubmitEvent, useActionState, useRef } from 'react';
import { sendApplication } from '../../actions/send-application.ts';
import { NEW_FORM } from '../../forms/form-state.ts';
import styles from './application-form.module.css';
import { STEPS } from './application-parts.ts';
import { forgetDraft } from './draft.ts';
import { DraftNote } from './draft-note.tsx';
import { type MessageFormProps, MessageFrame, Send, toAnswerAddress, useCaptcha } from './message-form.tsx';
import { BackButton, StepButtons, StepFrame, StepProgress } from './steps.tsx';
import { useDraft } from './use-draft.ts';
import { useMessageForm } from './use-message-form.ts';
import { useSteps } from './use-steps.ts';

type ApplicationFormProps = MessageFormProps & {
  /** The fields of each part of `STEPS`. */
  readonly parts: readonly ReactNode[];
};

/**
 * The ticket: one long page without scripts, with them five parts one after the other and a draft in the browser until it is
 * sent.
 */
export const ApplicationForm = ({ page, captcha, parts, ...frame }: ApplicationFormProps) => {
  const [answered, action] = useActionState(sendApplication, NEW_FORM, toAnswerAddress(page));
  const { handle, widget } = useCaptcha(captcha);
  const isSent = useRef(false);
  const onSent = (): void => {
    isSent.current = true;
    forgetDraft();
  };
  const use = useMessageForm({ kind: 'application', answered, page, captcha: handle, onSent });
  const { current, show, go, next, follow } = useSteps(STEPS, use.check);
  const draft = useDraft({ form: use.form, step: current ?? 0, isSent, onRestored: show });
  const last = STEPS.length - 1;

  const onSubmit = (event: SubmitEvent): void => {
    if (current === null || current === last) {
      use.onSubmit(event);
      return;
    }
    // Enter in a field of an earlier part means: go on.
    event.preventDefault();
    void next();
  };

  const goBack = (index: number): void => {
    use.setState(NEW_FORM);
    go(index);
  };

  const discard = (): void => {
    draft.discard();
    goBack(0);
  };

  return (
    <div className={styles.ticket}>
      {current !== null && <StepProgress titles={STEPS.map(({ title }) => title)} current={current} onGo={goBack} />}
      <MessageFrame
        {...frame}
        action={action}
        use={{
          ...use,
          onSubmit,
          onInput: () => {
            use.onInput();
            draft.saveSoon();
          },
        }}
        onFollow={follow}
        label="Application"
      >
        {STEPS.map(({ title }, index) => (
          <StepFrame
            key={title}
            index={index}
            title={title}
            count={STEPS.length}
            isShown={current === null || current === index}
          >
            {parts[index]}
          </StepFrame>
        ))}
        <StepButtons
          titles={STEPS.map(({ title }) => title)}
          current={current}
          onBack={goBack}
          onNext={() => void next()}
        />
        <div hidden={current !== null && current !== last} className={styles.end}>
          {widget}
          <Send
            isSending={use.isSending}
            supportEmail={frame.supportEmail}
            beside={<BackButton current={current} onBack={goBack} />}
            note="We answer for each domain within 5 working days."
          >
            Send the application
          </Send>
        </div>
        {draft.savedAt !== null && <DraftNote savedAt={draft.savedAt} onDiscard={discard} />}
      </MessageFrame>
    </div>
  );
};
