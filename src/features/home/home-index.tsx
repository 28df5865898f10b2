import 'server-only';
import { BayLabel } from '../../blocks/bay-label/bay-label.tsx';
import { readHomepage } from '../../content/homepage.ts';
import styles from './home-index.module.css';

const sections = [
  { id: 'who-we-are', label: 'Who we are' },
  { id: 'platform', label: 'Our platform' },
  { id: 'features', label: 'Features' },
  { id: 'home-faq', label: 'FAQ' },
  { id: 'testimonials', label: 'Testimonials' },
] as const;

/** Links to the numbered sections of the home page. */
export const HomeIndex = async () => {
  const { testimonials } = await readHomepage.briefly();
  const shown = sections.filter(({ id }) => id !== 'testimonials' || testimonials.length > 0);

  return (
    <nav aria-label="On this page" className="container">
      <ol className={styles.index}>
        {shown.map(({ id, label }, index) => (
          <li key={id}>
            <a href={`#${id}`} className={styles.link}>
              <BayLabel bay={`P${index + 1}`}>{label}</BayLabel>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
};
