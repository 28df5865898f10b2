/** The steps of the application and the names of their fields. A draft saves these fields. */
export const STEP_FIELDS = {
  'About you': ['name', 'email', 'company', 'phone', 'country', 'website', 'isCustomer', 'accountNumber'],
  Portfolio: ['domainCount', 'domainList', 'skipRejectedLines', 'subjects', 'languages', 'targetCountries'],
  Traffic: ['monthlyVisitors', 'trafficKinds', 'paidSources', 'adultShare', 'provider', 'revenueRange'],
  'Content and AdSense': ['articles', 'adsense', 'adsenseDetails'],
  'Confirm and send': ['remarks', 'agreesToCreatives', 'agreesToReview', 'agreesToTerms'],
} as const;
