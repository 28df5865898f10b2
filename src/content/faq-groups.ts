import 'server-only';
import { type FaqItem, listFaq, listFaqTopics } from './faq.ts';

/** The questions of one topic in the order of the content system; `name` is null for those without a topic. */
export type FaqGroup = { readonly id: number; readonly name: string | null; readonly entries: readonly FaqItem[] };

const WITHOUT_TOPIC = 0;

/** All published questions grouped by topic. Questions without a known topic form the last group. */
export const listFaqGroups = async (): Promise<FaqGroup[]> => {
  const [items, topics] = await Promise.all([listFaq(), listFaqTopics()]);
  const known = new Set(topics.map(({ id }) => id));
  const groups: FaqGroup[] = [
    ...topics.map(({ id, name }) => ({ id, name, entries: items.filter(({ topic }) => topic === id) })),
    { id: WITHOUT_TOPIC, name: null, entries: items.filter(({ topic }) => topic === null || !known.has(topic)) },
  ];
  return groups.filter(({ entries }) => entries.length > 0);
};
