import layout from '../../forms/field-layout.module.css';
import { Field, SelectField } from '../../forms/fields.client.tsx';
import { TOPICS } from './topics.ts';

type ContactFieldsProps = {
  /** The initial text of the message. */
  readonly message: string;
};

/** The fields of the contact form. */
export const ContactFields = ({ message }: ContactFieldsProps) => (
  <>
    <div className={layout.pair}>
      <Field name="name" label="Name" autoComplete="name" required />
      <Field name="email" type="email" label="Email address" autoComplete="email" required />
    </div>
    <div className={layout.pair}>
      <SelectField name="topic" label="Topic" choices={TOPICS} required />
      <Field name="company" label="Company" autoComplete="organization" />
    </div>
    <Field
      name="domainCount"
      label="Number of domains"
      hint="If it matters for your question."
      inputMode="numeric"
      className={layout.short}
    />
    <Field name="message" type="textarea" label="Message" defaultValue={message} required />
  </>
);
