import 'server-only';
import { RichText } from '../../blocks/rich-text/rich-text.tsx';
import { SubpagesHero } from '../../blocks/subpages-hero/subpages-hero.tsx';
import type { FaqPage } from '../../content/faq-page.ts';

/** Subheadline, headline and introduction, all from the CMS. */
export const FaqIntro = ({ intro }: { readonly intro: FaqPage }) => (
  <SubpagesHero
    label={intro.subheadline}
    headline={intro.headline}
    text={<RichText html={intro.underHeadline} />}
    drawing="question"
  />
);
