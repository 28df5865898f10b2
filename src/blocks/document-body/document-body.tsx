import 'server-only';
import type { ReactNode } from 'react';
import type { Heading, SafeHtml } from '../../content/safe-html.ts';
import { Contents } from '../contents/contents.tsx';
import { RichText } from '../rich-text/rich-text.tsx';
import styles from './document-body.module.css';
import { toContents } from './to-contents.ts';

type DocumentBodyProps = {
  readonly body: SafeHtml;
  readonly headings: readonly Heading[];
  /** Shown above the text. */
  readonly image?: ReactNode;
  /** Author and date: beside the image, or above it in narrow windows. */
  readonly aside?: ReactNode;
};

/** A long text. If it has enough headings, a table of contents is beside the text, or above it in narrow windows. */
export const DocumentBody = ({ body, headings, image, aside }: DocumentBodyProps) => {
  const contents = toContents(headings);

  return (
    <div className={styles.document} data-contents={contents.length > 0 ? '' : undefined}>
      {aside && <div className={styles.aside}>{aside}</div>}
      {image && <div className={styles.picture}>{image}</div>}
      {contents.length > 0 && (
        <Contents
          title="On this page"
          links={contents.map(({ id, text }) => ({ href: `#${id}`, label: text }))}
          className={styles.contents}
        />
      )}
      <RichText html={body} />
    </div>
  );
};
