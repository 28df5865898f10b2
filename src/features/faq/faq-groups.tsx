import { Accordion } from '../../blocks/accordion/accordion.tsx';
import type { FaqGroup } from '../../content/faq.ts';
import type { SafeHtml } from '../../content/safe-html.ts';
import styles from './faq-groups.module.css';
import type { Searchable } from './search.ts';

export type FaqEntry = Searchable & { readonly id: number; readonly answer: SafeHtml };

/** A flat list of entries; the first one is open. */
export const FaqEntries = ({ entries }: { readonly entries: readonly FaqEntry[] }) =>
  entries.length > 0 && <Accordion items={entries} heading="h2" />;

/** All entries, grouped by topic; the first one is open. */
export const FaqGroups = ({ groups }: { readonly groups: readonly FaqGroup[] }) => (
  <>
    {groups.map(({ id, name, entries }, index) => (
      <section key={id} className={styles.group} aria-labelledby={name ? `topic-${id}` : undefined}>
        {name && (
          <h2 id={`topic-${id}`} className={styles.name}>
            {name}
          </h2>
        )}
        <Accordion items={entries} openFirst={index === 0} heading={name ? 'h3' : 'h2'} />
      </section>
    ))}
  </>
);
