import 'server-only';
import { Editable } from '../../blocks/editable/editable.tsx';
import { RichText } from '../../blocks/rich-text/rich-text.tsx';
import { SubpagesHero } from '../../blocks/subpages-hero/subpages-hero.tsx';
import { SubpagesHeroSkeleton } from '../../blocks/subpages-hero/subpages-hero-skeleton.tsx';
import { readFaqPage } from '../../content/faq-page.ts';
import { part } from '../../framework/index.ts';

/** Subheadline, headline and introduction, all from the CMS. */
export const FaqIntro = part(
  'faq introduction',
  {
    Fallback: () => <SubpagesHeroSkeleton drawing="question" />,
    Failed: () => <SubpagesHero headline="FAQ" drawing="question" />,
  },
  async () => {
    const { subheadline, headline, underHeadline } = await readFaqPage();
    return (
      <Editable items={['faqpage']}>
        <SubpagesHero
          label={subheadline}
          headline={headline}
          text={<RichText html={underHeadline} />}
          drawing="question"
        />
      </Editable>
    );
  },
);
