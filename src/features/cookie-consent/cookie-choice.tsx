import 'server-only';
import { Band } from '../../blocks/band/band.tsx';
import { SectionHead } from '../../blocks/section-head/section-head.tsx';
import styles from './cookie-choice.module.css';

const categories = [
  {
    name: 'Necessary',
    state: 'always on',
    text: 'Two cookies remember your choice. The browser’s own storage helps when a page has to reload, and remembers your theme.',
  },
  {
    name: 'Captcha',
    state: 'off until you accept it',
    text: 'Only matters where a captcha provider protects the forms: its script loads once you’ve accepted.',
  },
  {
    name: 'Videos',
    state: 'off until you accept it',
    text: 'Only matters on pages with a YouTube or Vimeo video: the player loads when you start it.',
  },
] as const;

/** Describes the cookie categories. Without scripts the link “Cookie settings” leads here. */
export const CookieChoice = () => (
  <Band surface="asphalt" labelledBy="cookies-title" id="cookies">
    <SectionHead
      id="cookies-title"
      label="Cookie settings"
      headline="Three categories, two of them optional"
      text="The “Cookie settings” link at the foot of every page lets you change your choice. It needs scripts; without them nothing optional loads, so there’s nothing to switch off."
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
