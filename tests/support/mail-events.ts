import { registry } from '../../src/framework/metrics-registry.ts';

type MailEvents = Readonly<Record<string, number>>;

const readTotals = async (): Promise<MailEvents> => {
  const metric = await registry.getSingleMetric('mail_messages_total')?.get();
  return Object.fromEntries(metric?.values.map(({ labels, value }) => [String(labels.event), value]) ?? []);
};

/** Counts what happens to messages in this process from now on. Returns a function that reads the counts by event. */
export const countMailEvents = async (): Promise<() => Promise<MailEvents>> => {
  const before = await readTotals();
  return async () => {
    const totals = Object.entries(await readTotals());
    return Object.fromEntries(totals.map(([event, total]) => [event, total - (before[event] ?? 0)]));
  };
};
