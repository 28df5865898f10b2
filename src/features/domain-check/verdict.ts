/** Where a domain points. `found`: without a verdict, because this site does not know where it should point. */
export type Verdict = 'here' | 'notYet' | 'elsewhere' | 'missing' | 'unasked' | 'found';

/** Records of one type. */
export type Fact = { readonly label: string; readonly values: readonly string[]; readonly ttl: string };

/** The result of the check of one domain, as pages and `/api/domain-check` show it. */
export type DomainResult = {
  /** In ASCII. */
  readonly domain: string;
  /** An internationalized domain in Unicode; null for others. */
  readonly unicode: string | null;
  readonly verdict: Verdict;
  readonly facts: readonly Fact[];
  /** The next steps, one sentence each. */
  readonly advice: readonly string[];
};

/** The first line of `/api/domain-check`. */
export type CheckStart = {
  /** How many results follow. */
  readonly total: number;
  /** The problems of the list (`toNotes`). */
  readonly notes: readonly string[];
};

/** The verdicts as visitors read them. */
export const VERDICT_LABELS: Readonly<Record<Verdict, string>> = {
  here: 'Points to us',
  notYet: 'Not yet',
  elsewhere: 'Points elsewhere',
  missing: 'Does not exist',
  unasked: 'Could not be asked',
  found: 'Found',
};

/** The number of results with each verdict: `3 domains checked. Points to us: 2, Not yet: 1.` */
export const toSummary = (results: readonly DomainResult[]): string => {
  const counts = Object.entries(VERDICT_LABELS).flatMap(([name, label]) => {
    const count = results.filter(({ verdict }) => verdict === name).length;
    return count === 0 ? [] : [`${label}: ${count}`];
  });
  return `${results.length} ${results.length === 1 ? 'domain' : 'domains'} checked. ${counts.join(', ')}.`;
};
