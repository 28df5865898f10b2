import 'server-only';
import { Accordion } from '../../blocks/accordion/accordion.tsx';
import { AccordionSkeleton } from '../../blocks/accordion/accordion-skeleton.tsx';
import { Band } from '../../blocks/band/band.tsx';
import { Button } from '../../blocks/button/button.tsx';
import { Editable } from '../../blocks/editable/editable.tsx';
import { SectionHead } from '../../blocks/section-head/section-head.tsx';
import { Unavailable } from '../../blocks/unavailable/unavailable.tsx';
import { readHomepage } from '../../content/homepage.ts';
import { part } from '../../framework/index.ts';
import { toSitePath } from '../../site/urls.ts';
import styles from './faq.module.css';

const Questions = part(
  'home questions',
  {
    Fallback: () => <AccordionSkeleton count={6} />,
    Failed: () => <Unavailable message="These answers are not available right now." />,
  },
  async () => {
    const { faq } = await readHomepage();
    return (
      faq.length > 0 && (
        <Editable items={faq.map(({ id }) => `faq/${id}`)}>
          <Accordion items={faq} />
        </Editable>
      )
    );
  },
);

/** The questions that editors chose for the home page. */
export const HomeFaq = async () => {
  const { questions } = (await readHomepage.briefly()).texts.headlines;

  return (
    <Band labelledBy="home-faq" height="tall" className={styles.content}>
      <div className={styles.head}>
        <SectionHead id="home-faq" bay="P4" label="FAQ" headline={questions} />
      </div>
      <div className={styles.questions}>
        <Questions />
        <Button href={toSitePath('/faq')} variant="secondary" hasArrow>
          Explore more FAQs
        </Button>
      </div>
    </Band>
  );
};
