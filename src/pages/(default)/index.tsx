import { readHomepage } from '../../content/homepage.ts';
import { HomeFaq } from '../../sections/home/faq.tsx';
import { HomeFeatures } from '../../sections/home/features.tsx';
import { HomeHero } from '../../sections/home/hero.tsx';
import { HomeLaptop } from '../../sections/home/laptop.tsx';
import { HomePlatform } from '../../sections/home/platform.tsx';
import { HomeTestimonials } from '../../sections/home/testimonials.tsx';
import { HomeTrailing } from '../../sections/home/trailing.tsx';
import { WhoWeAre } from '../../sections/home/who-we-are.tsx';
import { PageHead } from '../../site/head.tsx';

export default async function HomePage() {
  const { testimonials, faq } = await readHomepage();

  return (
    <>
      <PageHead path="/" />
      <HomeHero />
      <WhoWeAre />
      <HomeLaptop />
      <HomePlatform />
      <HomeFeatures />
      <HomeFaq items={faq.map(({ id, question, answer }) => ({ id, title: question, html: answer }))} />
      <HomeTestimonials testimonials={testimonials} />
      <HomeTrailing />
    </>
  );
}

export const head = 'own';

export const readPayload = readHomepage;
