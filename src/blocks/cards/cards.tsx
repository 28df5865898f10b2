import 'server-only';
import { GlowHover } from '../glow-hover/glow-hover.tsx';
import { Icon } from '../icon/icon.tsx';
import styles from './cards.module.css';

type CardsProps = {
  readonly cards: readonly {
    readonly icon: string;
    readonly title: string;
    readonly text: string;
    readonly url: string | null;
  }[];
  readonly heading?: 'h2' | 'h3';
};

/** Cards with an icon. A card with a URL is clickable as a whole. */
export const Cards = ({ cards, heading: Heading = 'h3' }: CardsProps) => (
  <ul className={styles.cards}>
    {cards.map(({ icon, title, text, url }) => (
      <li key={title} className={styles.item}>
        <GlowHover className={styles.card}>
          {icon && (
            <span className={styles.sign}>
              <Icon name={icon} size={32} />
            </span>
          )}
          <div className={styles.words}>
            <Heading className="h4">
              {url ? (
                <a href={url} className="stretched-link">
                  {title}
                </a>
              ) : (
                title
              )}
            </Heading>
            {text && <p className="muted">{text}</p>}
          </div>
          {url && (
            <svg className={styles.arrow} viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
              <path d="M3 10.4h11.2L9.6 5.8 12 3.4l8.6 8.6-8.6 8.6-2.4-2.4 4.6-4.6H3z" fill="currentColor" />
            </svg>
          )}
        </GlowHover>
      </li>
    ))}
  </ul>
);
