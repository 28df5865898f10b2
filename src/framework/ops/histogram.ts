import 'server-only';

type Row = { readonly labels: readonly string[]; readonly counts: number[]; sum: number; count: number };

type Description = {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
  /** Upper bounds, rising. */
  readonly buckets: readonly number[];
};

/**
 * Counts how often values were how large, at the cost of a few additions: it is fed by every request. The
 * caller sees to it that label values are few and plain.
 */
export const createHistogram = ({ name, help, labelNames, buckets }: Description) => {
  const rows = new Map<string, Row>();

  const rowOf = (labels: readonly string[]): Row => {
    const key = labels.join(' ');
    const known = rows.get(key);
    if (known) return known;
    const row = { labels, counts: buckets.map(() => 0), sum: 0, count: 0 };
    rows.set(key, row);
    return row;
  };

  const toLine = (suffix: string, labels: readonly string[], value: number): string =>
    `${name}${suffix}${labels.length > 0 ? `{${labels.join(',')}}` : ''} ${value}`;

  const toLines = (row: Row): string[] => {
    const labels = labelNames.map((label, at) => `${label}="${row.labels[at] ?? ''}"`);
    let below = 0;
    const counts = buckets.map((bound, at) => {
      below += row.counts[at] ?? 0;
      return toLine('_bucket', [...labels, `le="${bound}"`], below);
    });
    return [
      ...counts,
      toLine('_bucket', [...labels, 'le="+Inf"'], row.count),
      toLine('_sum', labels, row.sum),
      toLine('_count', labels, row.count),
    ];
  };

  /** What counts values with these labels, for who would look them up again and again. */
  const observerOf = (labels: readonly string[]) => {
    const row = rowOf(labels);
    return (value: number): void => {
      const at = buckets.findIndex((bound) => value <= bound);
      if (at !== -1) row.counts[at] = (row.counts[at] ?? 0) + 1;
      row.sum += value;
      row.count += 1;
    };
  };

  return {
    observerOf,

    observe: (labels: readonly string[], value: number): void => observerOf(labels)(value),

    /** In Prometheus' text format. */
    toText: (): string =>
      [`# HELP ${name} ${help}`, `# TYPE ${name} histogram`, ...[...rows.values()].flatMap(toLines)].join('\n'),
  };
};
