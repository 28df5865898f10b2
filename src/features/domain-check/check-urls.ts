/** The query parameter and the form field with the list. */
export const DOMAINS = 'domains';

/** Answers a posted list with JSON lines: a `CheckStart`, then a `DomainResult` for each domain. */
export const CHECK_URL = '/api/domain-check';

/** Answers a posted list with the results as a CSV file. */
export const CHECK_CSV_URL = '/api/domain-check.csv';
