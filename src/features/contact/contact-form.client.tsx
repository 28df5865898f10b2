'use client';

import { type ReactNode, useActionState } from 'react';
import { NEW_FORM } from '../../forms/form-state.ts';
import { type MessageFormProps, MessageFrame, Send, toErrorSummaryUrl } from '../../forms/message-form.tsx';
import { useMessageForm } from '../../forms/use-message-form.ts';
import { sendContact } from './send-contact.action.ts';

type ContactFormProps = MessageFormProps & {
  /** The query with which the form came, such as `?event=…`; the answer keeps it. */
  readonly query: string;
  /** The fields. */
  readonly children: ReactNode;
};

/** Writes to us. Without scripts the browser sends it, and the page comes back with the answer. */
export const ContactForm = ({ page, query, children, captcha, ...frame }: ContactFormProps) => {
  const [answered, action] = useActionState(sendContact, NEW_FORM, toErrorSummaryUrl(page + query));
  const use = useMessageForm({ kind: 'contact', answered, page, hasWidget: captcha !== null });

  return (
    <MessageFrame {...frame} action={action} use={use} label="Contact">
      {children}
      {captcha}
      <Send isSending={use.isSending} supportEmail={frame.supportEmail} note="A person answers within one working day.">
        Send the message
      </Send>
    </MessageFrame>
  );
};
