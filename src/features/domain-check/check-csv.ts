import { type CsvFile, toCsv } from '../../forms/csv.ts';
import { type DomainResult, VERDICT_LABELS } from './verdict.ts';

const FACTS = ['NS', 'A', 'AAAA', 'www', 'MX', 'CAA', 'DS', '_for-sale'] as const;

const toRow = ({ domain, verdict, facts, advice }: DomainResult): string[] => [
  domain,
  VERDICT_LABELS[verdict],
  ...FACTS.map((name) => facts.find(({ label }) => label === name)?.values.join(', ') ?? ''),
  advice.join(' '),
];

/** The results as a CSV file, and why entries have none. */
export const toCheckCsv = (results: readonly DomainResult[], notes: readonly string[]): CsvFile =>
  toCsv('domain-check.csv', [
    ['Domain', 'Result', ...FACTS, 'What to do'],
    ...results.map(toRow),
    ...notes.map((note) => [note]),
  ]);
