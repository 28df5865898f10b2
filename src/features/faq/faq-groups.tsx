import { Accordion } from '../../blocks/accordion/accordion.tsx';
import type { FaqGroup } from '../../content/faq.ts';
import type { SafeHtml } from '../../content/safe-html.ts';
import styles from './faq-groups.module.css';
import type { Searchable } from './search.ts';

export type FaqEntry = Searchable & { readonly id: number; readonly answer: SafeHtml };

/** Precedes lists without a visible heading, because the questions are headings of level 3. */
const HiddenHeading = () => <h2 className="visually-hidden">Answers</h2>;

/** A flat list of entries; the first one is open. */
export const FaqEntries = ({ entries }: { readonly entries: readonly FaqEntry[] }) =>
  entries.length > 0 && (
    <>
      <HiddenHeading />
      <Accordion items={entries} />
    </>
  );

type FaqTopicProps = {
  readonly group: FaqGroup;
  /** Whether the first entry is open. */
  readonly openFirst: boolean;
};

/** The entries of a topic. */
export const FaqTopic = ({ group: { id, name, entries }, openFirst }: FaqTopicProps) => (
  <section className={styles.group} aria-labelledby={name ? `topic-${id}` : undefined}>
    {name ? (
      <h2 id={`topic-${id}`} className={styles.name}>
        {name}
      </h2>
    ) : (
      <HiddenHeading />
    )}
    <Accordion items={entries} openFirst={openFirst} />
  </section>
);

/** All entries, grouped by topic; the first one is open. */
export const FaqGroups = ({ groups }: { readonly groups: readonly FaqGroup[] }) =>
  groups.map((group, index) => <FaqTopic key={group.id} group={group} openFirst={index === 0} />);
