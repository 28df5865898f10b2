'use client';

import { type ReactNode, useActionState, useCallback, useRef } from 'react';
import { removeDraft } from '../../forms/draft.ts';
import { DraftNote } from '../../forms/draft-note.tsx';
import { NEW_FORM } from '../../forms/form-state.ts';
import { type MessageFormProps, MessageFrame, SubmitArea, toErrorSummaryUrl } from '../../forms/message-form.tsx';
import { useDraft } from '../../forms/use-draft.ts';
import { loadFormForFirstUse, useMessageForm } from '../../forms/use-message-form.ts';
import { sendAbuseReport } from './send-abuse-report.action.ts';

type AbuseFormProps = MessageFormProps & {
  /** The query with which the page shows this form. A submission without scripts preserves it. */
  readonly query: string;
  /** The names of the fields that a draft contains. */
  readonly names: readonly string[];
  /** The fields. */
  readonly children: ReactNode;
  /** When the sender hears from us. */
  readonly note: string;
};

/** Increase the number when the fields change, so that older drafts are ignored. */
const DRAFT_KEY = 'abuse-report-draft:1';

const loadMessage = async () => (await import('./abuse-message.ts')).abuseMessage;

loadFormForFirstUse(loadMessage);

/** The form for reports of abuse. With scripts, the browser stores a draft until the report is sent. */
export const AbuseForm = ({ page, query, names, children, note, captcha, ...frame }: AbuseFormProps) => {
  const [serverState, action] = useActionState(sendAbuseReport, NEW_FORM, toErrorSummaryUrl(page + query));
  const isSent = useRef(false);
  const onSent = (): void => {
    isSent.current = true;
    removeDraft(DRAFT_KEY);
  };
  const messageForm = useMessageForm({ loadMessage, serverState, page, hasWidget: captcha !== null, onSent });
  const onRestored = useCallback(() => undefined, []);
  const draft = useDraft({ key: DRAFT_KEY, form: messageForm.form, names, step: 0, isSent, onRestored });

  const onInput = (): void => {
    messageForm.onInput();
    draft.saveSoon();
  };

  const discard = (): void => {
    draft.discard();
    messageForm.setState(NEW_FORM);
  };

  return (
    <MessageFrame {...frame} action={action} messageForm={{ ...messageForm, onInput }} label="Report abuse">
      {children}
      {captcha}
      <SubmitArea isSending={messageForm.isSending} note={note}>
        Send report
      </SubmitArea>
      {draft.savedAt !== null && <DraftNote savedAt={draft.savedAt} onDiscard={discard} />}
    </MessageFrame>
  );
};
