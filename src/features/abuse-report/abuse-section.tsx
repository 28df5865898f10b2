import 'server-only';
import { Band } from '../../blocks/band/band.tsx';
import grid from '../../blocks/band/columns.module.css';
import { SectionHead } from '../../blocks/section-head/section-head.tsx';
import layout from '../../forms/field-layout.module.css';
import { Field, SelectField, Tick } from '../../forms/fields.client.tsx';
import { readFormProps } from '../../forms/form-props.tsx';
import section from '../../forms/form-section.module.css';
import { mail } from '../../mail/service.ts';
import { toSitePath } from '../../site/urls.ts';
import { AbuseForm } from './abuse-form.client.tsx';
import { abuseMessage } from './abuse-message.ts';
import styles from './abuse-section.module.css';
import { APPEAL, REPLY, STEPS } from './abuse-texts.ts';
import { CATEGORIES } from './report-categories.ts';

const AbuseFields = () => (
  <>
    <SelectField name="category" label="What you’re reporting" choices={CATEGORIES} required />
    <Field
      name="urls"
      type="textarea"
      label="Exact URLs"
      hint="Copied from the address bar, one per line."
      spellCheck={false}
      autoCapitalize="off"
      required
    />
    <Field
      name="seen"
      type="textarea"
      label="What you saw"
      hint="Texts, pictures, ads or downloads, and what you clicked. Please send no pictures of illegal content: the URL is enough."
      required
    />
    <div className={layout.pair}>
      <Field
        name="seenAt"
        label="When you saw it"
        hint="Day, time and time zone: a domain can show something else every minute."
        required
      />
      <Field
        name="country"
        label="Country you saw it from"
        hint="Visitors from other countries may see something else."
        required
      />
    </div>
    <Field
      name="redirects"
      type="textarea"
      label="Redirects"
      hint="If you were sent on to other websites: their URLs in order, one per line."
    />
    <Field
      name="reason"
      type="textarea"
      label="Why it’s illegal or against the rules"
      hint="The law or rule concerned, and the evidence. For a right of your own or of someone else: its number, the owner, and who you represent."
      required
    />
    <p className={styles.anonymous}>
      Reports of sexual abuse of children are anonymous: we don’t ask for your name or email address, and can’t write to
      you. Note the reference number on the next page; with it you can ask us what we decided.
    </p>
    <div className={`${layout.pair} ${styles.sender}`}>
      <Field name="name" label="Name" hint="Yours, or that of your organization." autoComplete="name" required />
      <Field
        name="email"
        type="email"
        label="Email address"
        hint="For the receipt and our decision."
        autoComplete="email"
        required
      />
    </div>
    <Tick name="goodFaith" required>
      I believe in good faith that the information and allegations in this report are accurate and complete.
    </Tick>
  </>
);

/** The form for reports of abuse, with what happens next and how to appeal beside it. */
export const AbuseSection = async () => {
  const form = await readFormProps(abuseMessage.path, mail().issueFormToken());

  return (
    <Band labelledBy="write">
      <div className={grid.columns}>
        <div className={`${section.bay} ${styles.form}`} id="form">
          <SectionHead
            id="write"
            label="Report"
            headline="Report abuse"
            text="Illegal content, fraud or a violated right on a domain that we park. You get a reference number at once and a receipt by email."
          />
          <AbuseForm {...form} query={abuseMessage.query} names={abuseMessage.fieldNames} note={REPLY}>
            <AbuseFields />
          </AbuseForm>
        </div>
        <aside aria-label="About reports" className={section.notes}>
          <div className={section.note}>
            <h3 className="h4">What happens next</h3>
            <ol className={styles.steps}>
              {STEPS.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </div>
          <div className={section.note}>
            <h3 className="h4">How to appeal</h3>
            <p className="muted">{APPEAL}</p>
          </div>
          <div className={section.note}>
            <h3 className="h4">Something else?</h3>
            <p className="muted">
              For a question about your account or a payment, use the <a href={toSitePath('/contact')}>contact form</a>.
            </p>
          </div>
        </aside>
      </div>
    </Band>
  );
};
