import 'server-only';
import { Fragment, type ReactNode } from 'react';
import styles from './skeleton.module.css';

type SkeletonProps = { readonly children: ReactNode; readonly className?: string | undefined };

/**
 * Takes the place of content that is on its way during a client navigation: the markup of the content, with lines and
 * boxes for its texts and images. Assistive technology ignores it, and nothing in it can be focused. It does not move.
 */
export const Skeleton = ({ children, className }: SkeletonProps) => (
  <div className={className} aria-hidden="true" inert>
    {children}
  </div>
);

type SkeletonLinesProps = {
  readonly count?: number;
  /** For a label, a date or a name. */
  readonly isShort?: boolean;
};

/** Lines of text, of the size of the text around them. */
export const SkeletonLines = ({ count = 1, isShort = false }: SkeletonLinesProps) =>
  Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all the same
    <span key={index} className={styles.line} data-short={isShort ? '' : undefined} />
  ));

type SkeletonBoxProps = { readonly width: number; readonly height: number };

/** The space of an image, as wide as there is room for. */
export const SkeletonBox = ({ width, height }: SkeletonBoxProps) => (
  <svg viewBox={`0 0 ${width} ${height}`} className={styles.box} aria-hidden="true" />
);

type SkeletonListProps = { readonly count: number; readonly children: ReactNode };

/** The same entry several times. */
export const SkeletonList = ({ count, children }: SkeletonListProps) =>
  Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the entries are all the same
    <Fragment key={index}>{children}</Fragment>
  ));
