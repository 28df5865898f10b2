import countries from './countries.json' with { type: 'json' };

/** The choices of the application's fields, by field name. */
export const CHOICES = {
  /** Countries and territories (ISO 3166-1). The names of `Intl.DisplayNames` would depend on the runtime. */
  country: Object.entries(countries).map(([value, label]) => ({ value, label })),
  isCustomer: [
    { value: 'yes', label: 'Yes' },
    { value: 'no', label: 'Not yet' },
  ],
  subjects: [
    { value: 'automotive', label: 'Cars and transport' },
    { value: 'business', label: 'Business and services' },
    { value: 'education', label: 'Education and careers' },
    { value: 'entertainment', label: 'Entertainment and games' },
    { value: 'family', label: 'Family and pets' },
    { value: 'finance', label: 'Finance and insurance' },
    { value: 'food', label: 'Food and drink' },
    { value: 'health', label: 'Health and beauty' },
    { value: 'home', label: 'Home and garden' },
    { value: 'law', label: 'Law' },
    { value: 'property', label: 'Property' },
    { value: 'shopping', label: 'Shopping and fashion' },
    { value: 'sports', label: 'Sports' },
    { value: 'technology', label: 'Technology and software' },
    { value: 'travel', label: 'Travel' },
    { value: 'other', label: 'Something else' },
  ],
  /** The team writes articles in the first six languages, as the application page says. */
  languages: [
    { value: 'en', label: 'English' },
    { value: 'de', label: 'German' },
    { value: 'fr', label: 'French' },
    { value: 'es', label: 'Spanish' },
    { value: 'it', label: 'Italian' },
    { value: 'nl', label: 'Dutch' },
    { value: 'pl', label: 'Polish' },
    { value: 'pt', label: 'Portuguese' },
    { value: 'ja', label: 'Japanese' },
    { value: 'other', label: 'Another language' },
  ],
  trafficKinds: [
    { value: 'type-in', label: 'Type-in' },
    { value: 'backlinks', label: 'Links to expired domains' },
    { value: 'search', label: 'Organic search' },
    { value: 'referral', label: 'Referral' },
    { value: 'paid', label: 'Paid' },
  ],
  /** Per month. */
  revenueRange: [
    { value: 'none', label: 'None yet' },
    { value: 'under-100', label: 'Under 100 EUR or USD' },
    { value: '100-1000', label: '100 to 1,000 EUR or USD' },
    { value: '1000-10000', label: '1,000 to 10,000 EUR or USD' },
    { value: 'over-10000', label: 'Over 10,000 EUR or USD' },
  ],
  articles: [
    { value: 'own', label: 'I’ll write them' },
    { value: 'ours', label: 'Please write them for me' },
    { value: 'both', label: 'Some of each' },
  ],
  adsense: [
    { value: 'none', label: 'I’ve never had one' },
    { value: 'active', label: 'I have one, and it’s never been disabled' },
    { value: 'disabled', label: 'One of mine was disabled' },
  ],
} as const;
