import 'server-only';
import { BayLabel } from '../../blocks/bay-label/bay-label.tsx';
import { readHomepage } from '../../content/homepage.ts';
import { part } from '../../framework/index.ts';
import styles from './home-index.module.css';

const sections = [
  { id: 'who-we-are', label: 'Who we are' },
  { id: 'platform', label: 'Our platform' },
  { id: 'features', label: 'Features' },
  { id: 'home-faq', label: 'FAQ' },
  { id: 'testimonials', label: 'Testimonials' },
] as const;

const Links = ({ hasTestimonials }: { readonly hasTestimonials: boolean }) => (
  <nav aria-label="On this page" className="container">
    <ol className={styles.index}>
      {sections
        .filter(({ id }) => hasTestimonials || id !== 'testimonials')
        .map(({ id, label }, index) => (
          <li key={id}>
            <a href={`#${id}`} className={styles.link}>
              <BayLabel bay={`P${index + 1}`}>{label}</BayLabel>
            </a>
          </li>
        ))}
    </ol>
  </nav>
);

const WithoutTestimonials = () => <Links hasTestimonials={false} />;

/** Links to the numbered sections of the home page. It hardly waits, because the fixed sections below are shown soon. */
export const HomeIndex = part(
  'home index',
  { Fallback: WithoutTestimonials, Failed: WithoutTestimonials },
  async () => {
    const { testimonials } = await readHomepage.briefly();
    return <Links hasTestimonials={testimonials.length > 0} />;
  },
);
