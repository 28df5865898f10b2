import type { ReactNode } from 'react';
import layout from '../../forms/field-layout.module.css';
import { ChoiceGroup, Field, SelectField, Tick } from '../../forms/fields.client.tsx';
import type { Step } from '../../forms/use-steps.ts';
import styles from './application-steps.module.css';
import { CHOICES } from './choices.ts';
import { DomainListField } from './domain-list-field.client.tsx';
import { STEP_FIELDS } from './step-fields.ts';

const PersonStep = () => (
  <>
    <div className={layout.pair}>
      <Field name="name" label="Name" autoComplete="name" required />
      <Field name="email" type="email" label="Email address" autoComplete="email" required />
    </div>
    <div className={layout.pair}>
      <Field name="company" label="Company" hint="If it owns the domains." autoComplete="organization" />
      <Field name="phone" label="Phone or messenger" hint="In case a call is quicker." />
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
      <Field name="accountNumber" label="Account number" hint="If you’re a customer." className={layout.short} />
    </div>
  </>
);

type PortfolioStepProps = { readonly listCheckHref: string };

const PortfolioStep = ({ listCheckHref }: PortfolioStepProps) => (
  <>
    <Field
      name="domainCount"
      label="Number of domains"
      hint="Every domain you own, including those not listed below."
      inputMode="numeric"
      className={layout.short}
      required
    />
    <DomainListField listCheckHref={listCheckHref} />
    <ChoiceGroup
      name="subjects"
      legend="Subjects"
      hint="What are the domains about?"
      choices={CHOICES.subjects}
      takes="several"
      required
    />
    <ChoiceGroup
      name="languages"
      legend="Languages"
      hint="Which languages should the articles be in?"
      choices={CHOICES.languages}
      takes="several"
      required
    />
    <Field
      name="targetCountries"
      label="Countries"
      hint="Which countries are your visitors in? Most important first."
      required
    />
  </>
);

const TrafficStep = () => (
  <>
    <Field
      name="monthlyVisitors"
      label="Visitors per month"
      hint="Uniques, for all the domains on your list together."
      inputMode="numeric"
      className={layout.short}
      required
    />
    <ChoiceGroup
      name="trafficKinds"
      legend="How the visitors arrive"
      choices={CHOICES.trafficKinds}
      takes="several"
      required
    />
    <div className={styles.paid}>
      <Field
        name="paidSources"
        type="textarea"
        label="Networks you buy visitors from"
        hint="Name each one."
        className={styles.brief}
        required
      />
    </div>
    <div className={layout.pair}>
      <Field
        name="adultShare"
        label="Share of adult traffic"
        hint="As a percentage; 0 if there’s none."
        inputMode="numeric"
        required
      />
      <Field name="provider" label="Current provider" hint="Where the domains are parked today." />
    </div>
    <div className={layout.pair}>
      <SelectField
        name="revenueRange"
        label="Revenue per month"
        choices={CHOICES.revenueRange}
        hint="Optional, but it helps us give you a better answer."
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
      hint="You don’t need one: the domains run under ours."
      choices={CHOICES.adsense}
      takes="one"
      required
    />
    <div className={styles.disabledAccount}>
      <Field
        name="adsenseDetails"
        type="textarea"
        label="What happened, and when"
        hint="A disabled account doesn’t rule you out. Leaving it out would."
        className={styles.brief}
        required
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
        <Tick name="agreesToCreatives" required>
          If I buy traffic, I’ll send you the exact text of every ad before it runs.
        </Tick>
      </div>
      <Tick name="agreesToReview" required>
        I have the right to put these domains forward, and my answers are complete.
      </Tick>
      <Tick name="agreesToTerms" required>
        I agree to the <a href={termsHref}>terms</a>. The <a href={privacyHref}>privacy policy</a> explains what happens
        to my data.
      </Tick>
    </div>
  </>
);

const toStep = (title: keyof typeof STEP_FIELDS, fields: ReactNode): Step => ({
  title,
  names: STEP_FIELDS[title],
  fields,
});

export const toApplicationSteps = (links: PortfolioStepProps & StatementsStepProps): readonly Step[] => [
  toStep('About you', <PersonStep />),
  toStep('Portfolio', <PortfolioStep listCheckHref={links.listCheckHref} />),
  toStep('Traffic', <TrafficStep />),
  toStep('Content and AdSense', <ContentStep />),
  toStep('Confirm and send', <StatementsStep termsHref={links.termsHref} privacyHref={links.privacyHref} />),
];
