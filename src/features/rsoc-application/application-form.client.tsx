'use client';

import { type SubmitEvent, useActionState, useMemo, useRef } from 'react';
import { removeDraft } from '../../forms/draft.ts';
import { DraftNote } from '../../forms/draft-note.tsx';
import { NEW_FORM } from '../../forms/form-state.ts';
import { type MessageFormProps, MessageFrame, SubmitArea, toErrorSummaryUrl } from '../../forms/message-form.tsx';
import { BackButton, StepButtons, StepFrame, StepProgress } from '../../forms/steps.tsx';
import { useDraft } from '../../forms/use-draft.ts';
import { loadFormForFirstUse, useMessageForm } from '../../forms/use-message-form.ts';
import { type Step, useSteps } from '../../forms/use-steps.ts';
import styles from './application-form.module.css';
import { sendApplication } from './send-application.action.ts';

type ApplicationFormProps = MessageFormProps & {
  readonly steps: readonly Step[];
};

/** Increase the number when the fields change, so that older drafts are ignored. */
const DRAFT_KEY = 'rsoc-application-draft:1';

const loadMessage = async () => (await import('./application-message.ts')).applicationMessage;

loadFormForFirstUse(loadMessage);

/**
 * The application form. Without scripts all fields are on one page. With scripts they are split into five steps, and the browser
 * stores a draft until the form is sent.
 */
export const ApplicationForm = ({ page, captcha, steps, ...frame }: ApplicationFormProps) => {
  const [serverState, action] = useActionState(sendApplication, NEW_FORM, toErrorSummaryUrl(page));
  const isSent = useRef(false);
  const onSent = (): void => {
    isSent.current = true;
    removeDraft(DRAFT_KEY);
  };
  const messageForm = useMessageForm({ loadMessage, serverState, page, hasWidget: captcha !== null, onSent });
  const { current, restore, go, next, focusField } = useSteps(steps, messageForm.check);
  const titles = steps.map(({ title }) => title);
  const names = useMemo(() => steps.flatMap((step) => step.names), [steps]);
  const draft = useDraft({
    key: DRAFT_KEY,
    form: messageForm.form,
    names,
    step: current ?? 0,
    isSent,
    onRestored: restore,
  });
  const last = steps.length - 1;

  const onSubmit = (event: SubmitEvent): void => {
    if (current === null || current === last) {
      messageForm.onSubmit(event);
      return;
    }
    // Enter in a field of an earlier step goes to the next step.
    event.preventDefault();
    void next();
  };

  const goBack = (index: number): void => {
    messageForm.setState(NEW_FORM);
    go(index);
  };

  const discard = (): void => {
    draft.discard();
    goBack(0);
  };

  return (
    <div className={styles.ticket}>
      <StepProgress titles={titles} current={current} onGo={goBack} />
      <MessageFrame
        {...frame}
        action={action}
        messageForm={{
          ...messageForm,
          onSubmit,
          onInput: () => {
            messageForm.onInput();
            draft.saveSoon();
          },
        }}
        onFollowErrorLink={focusField}
        label="Application"
      >
        {steps.map(({ title, fields }, index) => (
          <StepFrame
            key={title}
            index={index}
            title={title}
            count={steps.length}
            isShown={current === null || current === index}
          >
            {fields}
          </StepFrame>
        ))}
        <StepButtons titles={titles} current={current} onBack={goBack} onNext={() => void next()} />
        <div hidden={current !== null && current !== last} className={styles.end}>
          {captcha}
          <SubmitArea
            isSending={messageForm.isSending}
            supportEmail={frame.supportEmail}
            secondaryButton={<BackButton current={current} onBack={goBack} />}
            note="You’ll get an answer for each domain within 5 working days."
          >
            Send application
          </SubmitArea>
        </div>
        {draft.savedAt !== null && <DraftNote savedAt={draft.savedAt} onDiscard={discard} />}
      </MessageFrame>
    </div>
  );
};
