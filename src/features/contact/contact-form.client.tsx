'use client';

import { type ReactNode, useActionState } from 'react';
import { NEW_FORM } from '../../forms/form-state.ts';
import { type MessageFormProps, MessageFrame, SubmitArea, toErrorSummaryUrl } from '../../forms/message-form.tsx';
import { loadFormForFirstUse, useMessageForm } from '../../forms/use-message-form.ts';
import { sendContact } from './send-contact.action.ts';

type ContactFormProps = MessageFormProps & {
  /** The query of the page, such as `?topic=…`. A submission without scripts preserves it. */
  readonly query: string;
  /** The fields. */
  readonly children: ReactNode;
  /** When the sender hears from us. */
  readonly note: ReactNode;
};

const loadMessage = async () => (await import('./contact-message.ts')).contactMessage;

loadFormForFirstUse(loadMessage);

/** The contact form. Without scripts it posts to the server action, and the page shows the result. */
export const ContactForm = ({ page, query, children, note, captcha, ...frame }: ContactFormProps) => {
  const [serverState, action] = useActionState(sendContact, NEW_FORM, toErrorSummaryUrl(page + query));
  const messageForm = useMessageForm({ loadMessage, serverState, page, hasWidget: captcha !== null });

  return (
    <MessageFrame {...frame} action={action} messageForm={messageForm} label="Contact">
      {children}
      {captcha}
      <SubmitArea isSending={messageForm.isSending} supportEmail={frame.supportEmail} note={note}>
        Send message
      </SubmitArea>
    </MessageFrame>
  );
};
