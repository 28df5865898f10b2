import 'server-only';
import { Accordion } from '../../blocks/accordion/accordion.tsx';
import { Band } from '../../blocks/band/band.tsx';
import { Button } from '../../blocks/button/button.tsx';
import { SectionHead } from '../../blocks/section-head/section-head.tsx';
import type { SafeHtml } from '../../content/safe-html.ts';
import { toSitePath } from '../../site/urls.ts';
import styles from './faq.module.css';

type HomeFaqProps = {
  readonly items: readonly { readonly id: number; readonly title: string; readonly html: SafeHtml }[];
};

/** The questions that editors chose for the home page. */
export const HomeFaq = ({ items }: HomeFaqProps) => (
  <Band labelledBy="home-faq" className={styles.content}>
    <div className={styles.head}>
      <SectionHead id="home-faq" bay="P4" label="FAQ" headline="Asked before the first nameserver changes" />
    </div>
    {items.length > 0 && (
      <div className={styles.questions}>
        <Accordion items={items} />
      </div>
    )}
    <div>
      <Button href={toSitePath('/faq')} variant="secondary" hasArrow>
        Explore more FAQs
      </Button>
    </div>
  </Band>
);
