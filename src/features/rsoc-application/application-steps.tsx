import type { ReactNode } from 'react';
import layout from '../../forms/field-layout.module.css';
import { ChoiceGroup, Field, SelectField, Tick } from '../../forms/fields.client.tsx';
import type { Step } from '../../forms/use-steps.ts';
import styles from './application-steps.module.css';
import { CHOICES } from './choices.ts';
import { DomainListField } from './domain-list-field.client.tsx';
import { STEP_FIELDS } from './step-fields.ts';

/** A note on who has to fill in a field. Browsers without `:has()` show the field to everyone. */
const Condition = ({ children }: { readonly children: string }) => <span className="note">{children}</span>;

const PersonStep = () => (
  <>
    <div className={layout.pair}>
      <Field name="name" label="Name" autoComplete="name" required />
      <Field name="email" type="email" label="Email address" autoComplete="email" required />
    </div>
    <div className={layout.pair}>
      <Field name="company" label="Company" hint="If the domains are in its name." autoComplete="organization" />
      <Field name="phone" label="Telephone or messenger" hint="For questions that are quicker by voice." />
    </div>
    <div className={layout.pair}>
      <SelectField
        name="country"
        label="Country"
        hint="Where you or your company is based."
        choices={CHOICES.country}
        autoComplete="country"
        required
      />
      <Field name="website" label="Website" hint="Yours or your company’s." autoComplete="url" inputMode="url" />
    </div>
    <ChoiceGroup name="isCustomer" legend="Are you a customer?" choices={CHOICES.isCustomer} takes="one" required />
    <div className={styles.customer}>
      <Field name="accountNumber" label="Account number" hint="If you are a customer." className={layout.short} />
    </div>
  </>
);

const PortfolioStep = () => (
  <>
    <Field
      name="domainCount"
      label="Number of domains"
      hint="All that you own, also those that are not in the list."
      inputMode="numeric"
      className={layout.short}
      required
    />
    <DomainListField />
    <ChoiceGroup
      name="subjects"
      legend="Subjects"
      hint="What the domains are about."
      choices={CHOICES.subjects}
      takes="several"
      required
    />
    <ChoiceGroup
      name="languages"
      legend="Languages"
      hint="In which the articles should be."
      choices={CHOICES.languages}
      takes="several"
      required
    />
    <Field
      name="targetCountries"
      label="Countries"
      hint="From which the visitors come, the most important first."
      required
    />
  </>
);

const TrafficStep = () => (
  <>
    <Field
      name="monthlyVisitors"
      label="Visitors a month"
      hint="Uniques, all domains of the list together."
      inputMode="numeric"
      className={layout.short}
      required
    />
    <ChoiceGroup
      name="trafficKinds"
      legend="Where the visitors come from"
      choices={CHOICES.trafficKinds}
      takes="several"
      required
    />
    <div className={styles.paid}>
      <Field
        name="paidSources"
        type="textarea"
        label={
          <>
            Networks from which you buy visitors <Condition>required if you do</Condition>
          </>
        }
        hint="Each by its name."
        className={styles.brief}
      />
    </div>
    <div className={layout.pair}>
      <Field
        name="adultShare"
        label="Share of adult traffic"
        hint="In per cent; 0 if there is none."
        inputMode="numeric"
        required
      />
      <Field name="provider" label="Current provider" hint="Where the domains are parked today." />
    </div>
    <div className={layout.pair}>
      <SelectField
        name="revenueRange"
        label="Revenue a month"
        choices={CHOICES.revenueRange}
        hint="Optional, but it improves the answer."
      />
    </div>
  </>
);

const ContentStep = () => (
  <>
    <ChoiceGroup name="articles" legend="Who writes the articles?" choices={CHOICES.articles} takes="one" required />
    <ChoiceGroup
      name="adsense"
      legend="Your AdSense accounts"
      hint="You need none: the domains run in ours."
      choices={CHOICES.adsense}
      takes="one"
      required
    />
    <div className={styles.disabledAccount}>
      <Field
        name="adsenseDetails"
        type="textarea"
        label={
          <>
            What happened, and when <Condition>required if an account was disabled</Condition>
          </>
        }
        hint="Not the end of an application; leaving it out would be."
        className={styles.brief}
      />
    </div>
  </>
);

type StatementsStepProps = { readonly termsHref: string; readonly privacyHref: string };

const StatementsStep = ({ termsHref, privacyHref }: StatementsStepProps) => (
  <>
    <Field name="remarks" type="textarea" label="Anything else" className={styles.brief} />
    <div className={styles.statements}>
      <div className={styles.paid}>
        <Tick name="agreesToCreatives">
          If I buy visitors, every ad creative reaches you word for word before it runs.{' '}
          <Condition>required if you do</Condition>
        </Tick>
      </div>
      <Tick name="agreesToReview" required>
        I may apply for these domains, and my answers are complete.
      </Tick>
      <Tick name="agreesToTerms" required>
        I agree to the <a href={termsHref}>terms</a>; the <a href={privacyHref}>privacy policy</a> says what happens
        with my data.
      </Tick>
    </div>
  </>
);

const toStep = (title: keyof typeof STEP_FIELDS, fields: ReactNode): Step => ({
  title,
  names: STEP_FIELDS[title],
  fields,
});

export const toApplicationSteps = (links: StatementsStepProps): readonly Step[] => [
  toStep('Person', <PersonStep />),
  toStep('Portfolio', <PortfolioStep />),
  toStep('Traffic', <TrafficStep />),
  toStep('Content and AdSense', <ContentStep />),
  toStep('Statements', <StatementsStep {...links} />),
];
