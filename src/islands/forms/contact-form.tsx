'use client';

import { useActionState } from 'react';
import { sendContact } from '../../actions/send-contact.ts';
import { TOPICS } from '../../forms/choices.ts';
import { NEW_FORM } from '../../forms/form-state.ts';
import styles from './contact-form.module.css';
import { Field, SelectField } from './fields.tsx';
import { type MessageFormProps, MessageFrame, Send, toAnswerAddress, useCaptcha } from './message-form.tsx';
import { useMessageForm } from './use-message-form.ts';

type ContactFormProps = MessageFormProps & {
  /** The query with which the form came, such as `?event=…`; the answer keeps it. */
  readonly query: string;
  /** What the message begins with, where the page knows what it is about. */
  readonly message: string;
};

/** Writes to us. Without scripts the browser sends it, and the page comes back with the answer. */
export const ContactForm = ({ page, query, message, captcha, ...frame }: ContactFormProps) => {
  const [answered, action] = useActionState(sendContact, NEW_FORM, toAnswerAddress(page + query));
  const { handle, widget } = useCaptcha(captcha);
  const use = useMessageForm({ kind: 'contact', answered, page, captcha: handle });

  return (
    <MessageFrame {...frame} action={action} use={use} label="Contact">
      <div className={styles.pair}>
        <Field name="name" label="Name" autoComplete="name" required />
        <Field name="email" type="email" label="E-mail address" autoComplete="email" required />
      </div>
      <div className={styles.pair}>
        <SelectField name="topic" label="Topic" choices={TOPICS} required />
        <Field name="company" label="Company" autoComplete="organization" />
      </div>
      <Field
        name="domainCount"
        label="Number of domains"
        hint="If it matters for your question."
        inputMode="numeric"
        className={styles.short}
      />
      <Field name="message" type="textarea" label="Message" defaultValue={message} required />
      {widget}
      <Send isSending={use.isSending} supportEmail={frame.supportEmail} note="A person answers within one working day.">
        Send the message
      </Send>
    </MessageFrame>
  );
};
