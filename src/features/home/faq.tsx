import 'server-only';
import { Accordion } from '../../blocks/accordion/accordion.tsx';
import { Band } from '../../blocks/band/band.tsx';
import { Button } from '../../blocks/button/button.tsx';
import { SectionHead } from '../../blocks/section-head/section-head.tsx';
import type { FaqItem } from '../../content/faq.ts';
import { toSitePath } from '../../site/urls.ts';
import styles from './faq.module.css';

/** The questions that editors chose for the home page. */
export const HomeFaq = ({ items }: { readonly items: readonly FaqItem[] }) => (
  <Band labelledBy="home-faq" height="tall" className={styles.content}>
    <div className={styles.head}>
      <SectionHead id="home-faq" bay="P4" label="FAQ" headline="Questions owners ask before they switch" />
    </div>
    <div className={styles.questions}>
      {items.length > 0 && <Accordion items={items} />}
      <Button href={toSitePath('/faq')} variant="secondary" hasArrow>
        Explore more FAQs
      </Button>
    </div>
  </Band>
);
