import 'server-only';
import type { ContentImage } from '../../content/images.ts';
import { ContentPicture } from '../content-picture/content-picture.tsx';
import styles from './people.module.css';
import { toInitials } from './to-initials.ts';

type PeopleProps = {
  readonly people: readonly {
    readonly name: string;
    readonly role: string;
    readonly text?: string;
    readonly image: ContentImage | null;
  }[];
  readonly heading?: 'h2' | 'h3';
};

/** A list of people. The initials of a person replace a missing portrait. */
export const People = ({ people, heading: Heading = 'h3' }: PeopleProps) => (
  <ul className={styles.people}>
    {people.map(({ name, role, text, image }) => (
      <li key={name} className={styles.person}>
        {image ? (
          <ContentPicture image={{ ...image, alt: '' }} sizes="5rem" className={styles.portrait} />
        ) : (
          <span className={styles.plate} aria-hidden="true">
            {toInitials(name)}
          </span>
        )}
        <div className={styles.words}>
          <Heading className="h4">{name}</Heading>
          {role && <p className="note">{role}</p>}
          {text && <p className={styles.text}>{text}</p>}
        </div>
      </li>
    ))}
  </ul>
);
