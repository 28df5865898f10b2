import { ADSENSE, ARTICLES, CUSTOMER, LANGUAGES, REVENUE_RANGES, SUBJECTS, TOPICS, TRAFFIC_KINDS } from './choices.ts';
import { COUNTRIES } from './countries.ts';

const labels = new Map(
  Object.entries({
    topic: TOPICS,
    isCustomer: CUSTOMER,
    country: COUNTRIES,
    subjects: SUBJECTS,
    languages: LANGUAGES,
    trafficKinds: TRAFFIC_KINDS,
    revenueRange: REVENUE_RANGES,
    articles: ARTICLES,
    adsense: ADSENSE,
  }).map(([field, choices]) => [field, new Map<string, string>(choices.map(({ value, label }) => [value, label]))]),
);

/** The words of a choice, or the value itself where the field has no such choice. */
export const labelOf = (field: string, value: string): string => labels.get(field)?.get(value) ?? value;
