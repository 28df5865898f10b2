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
import { PageHead } from '../../site/head.tsx';

export default async function HomePage() {
  const [{ testimonials, faq }, { seo }] = await Promise.all([readHomepage(), readSite()]);

  return (
    <>
      <PageHead path="/" seo={seo.homepage} {...(seo.homepage.title && { title: seo.homepage.title })} />
      <HomeHero />
      <HomeIndex hasTestimonials={testimonials.length > 0} />
      <WhoWeAre />
      <HomeLaptop />
      <HomePlatform />
      <HomeFeatures />
      <HomeFaq items={faq} />
      <HomeTestimonials testimonials={testimonials} />
      <HomeTrailing />
    </>
  );
}

export const head = 'own';

export const readContent = readHomepage;
