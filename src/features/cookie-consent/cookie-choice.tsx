import 'server-only';
import { Band } from '../../blocks/band/band.tsx';
import { SectionHead } from '../../blocks/section-head/section-head.tsx';
import styles from './cookie-choice.module.css';

const categories = [
  {
    name: 'Necessary',
    state: 'always on',
    text: 'Two cookies keep your choice. The browser’s own storage helps when a page has to reload, and keeps the theme you chose.',
  },
  {
    name: 'Captcha',
    state: 'off until you accept it',
    text: 'Has an effect only where a captcha provider protects the forms: its script loads after you have accepted.',
  },
  {
    name: 'Videos',
    state: 'off until you accept it',
    text: 'Has an effect only on pages with a video of YouTube or Vimeo: its player loads when you start the video.',
  },
] as const;

/** The target of 'Cookie settings' without scripts: describes the categories. */
export const CookieChoice = () => (
  <Band surface="asphalt" labelledBy="cookies-title" id="cookies">
    <SectionHead
      id="cookies-title"
      label="Cookie settings"
      headline="Three categories, two of them yours to choose"
      text="The link “Cookie settings” at the foot of every page opens the choice again. It needs scripts; without them nothing optional is loaded, so there is nothing to switch off."
    />
    <dl>
      {categories.map(({ name, state, text }) => (
        <div key={name} className={styles.category}>
          <dt className={styles.name}>{name}</dt>
          <dd className={styles.state}>{state}</dd>
          <dd className="muted">{text}</dd>
        </div>
      ))}
    </dl>
  </Band>
);
