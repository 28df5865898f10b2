import type { Step } from './use-steps.ts';

/** The parts of the ticket and the fields in each. */
export const STEPS: readonly Step[] = [
  {
    title: 'Person',
    names: ['name', 'email', 'company', 'phone', 'country', 'website', 'isCustomer', 'accountNumber'],
  },
  {
    title: 'Portfolio',
    names: ['domainCount', 'domainList', 'skipRefusedLines', 'subjects', 'languages', 'targetCountries'],
  },
  {
    title: 'Traffic',
    names: ['monthlyVisitors', 'trafficKinds', 'paidSources', 'adultShare', 'provider', 'revenueRange'],
  },
  { title: 'Content and AdSense', names: ['articles', 'adsense', 'adsenseDetails'] },
  { title: 'Statements', names: ['remarks', 'agreesToCreatives', 'agreesToReview', 'agreesToTerms', 'captcha'] },
];

/** Every field that a visitor fills in. */
export const FIELDS: readonly string[] = STEPS.flatMap(({ names }) => names).filter((name) => name !== 'captcha');
