/** The parts of the ticket, and the names of the fields in each: what a visitor fills in, and what a draft keeps. */
export const PART_NAMES = {
  Person: ['name', 'email', 'company', 'phone', 'country', 'website', 'isCustomer', 'accountNumber'],
  Portfolio: ['domainCount', 'domainList', 'skipRefusedLines', 'subjects', 'languages', 'targetCountries'],
  Traffic: ['monthlyVisitors', 'trafficKinds', 'paidSources', 'adultShare', 'provider', 'revenueRange'],
  'Content and AdSense': ['articles', 'adsense', 'adsenseDetails'],
  Statements: ['remarks', 'agreesToCreatives', 'agreesToReview', 'agreesToTerms'],
} as const;
