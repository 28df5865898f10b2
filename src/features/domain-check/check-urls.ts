/** The query parameter and the form field with the list. */
export const DOMAINS = 'domains';

/** The form field with the URL of the page that shows the results, which only a form without scripts sends. */
export const PAGE = 'page';

/**
 * Answers a posted list with JSON lines: a `CheckStart`, then a `DomainResult` for each domain. A form without scripts is redirected to its
 * page.
 */
export const CHECK_URL = '/api/domain-check';

/** Answers a posted list with the results as a CSV file. */
export const CHECK_CSV_URL = '/api/domain-check.csv';
