import { Editable } from '../../blocks/editable/editable.tsx';
import { readHomepage } from '../../content/homepage.ts';
import { readSite } from '../../content/site.ts';
import { HomeFaq } from '../../features/home/faq.tsx';
import { HomeFeatures } from '../../features/home/features.tsx';
import { HomeHero } from '../../features/home/hero.tsx';
import { HomeIndex } from '../../features/home/home-index.tsx';
import { HomeLaptop } from '../../features/home/laptop.tsx';
import { HomePlatform } from '../../features/home/platform.tsx';
import { HomeTestimonials } from '../../features/home/testimonials.tsx';
import { HomeTrailing } from '../../features/home/trailing.tsx';
import { WhoWeAre } from '../../features/home/who-we-are.tsx';
import type { Head } from '../../site/head.tsx';

export default function HomePage() {
  return (
    <Editable items={['homepage']}>
      <HomeHero />
      <HomeIndex />
      <WhoWeAre />
      <HomeLaptop />
      <HomePlatform />
      <HomeFeatures />
      <HomeFaq />
      <HomeTestimonials />
      <HomeTrailing />
    </Editable>
  );
}

export const content = () => readHomepage();

export const head = async (): Promise<Head> => {
  const { homepage: seo } = (await readSite.briefly()).seo;
  return { seo, ...(seo.title && { title: seo.title }) };
};
