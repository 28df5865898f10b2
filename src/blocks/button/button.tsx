import type { ComponentProps, ReactNode } from 'react';
import styles from './button.module.css';

type OwnProps = {
  readonly children: ReactNode;
  readonly variant?: 'primary' | 'secondary' | 'quiet';
  /** An arrow, for links to another page. */
  readonly hasArrow?: boolean;
};

type ButtonProps = OwnProps &
  ((ComponentProps<'a'> & { readonly href: string }) | (ComponentProps<'button'> & { readonly href?: never }));

const Arrow = () => (
  <svg className={styles.arrow} viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
    <path d="M3 10.4h11.2L9.6 5.8 12 3.4l8.6 8.6-8.6 8.6-2.4-2.4 4.6-4.6H3z" fill="currentColor" />
  </svg>
);

/** A link if there is an `href`, otherwise a button. */
export const Button = ({ children, variant = 'primary', hasArrow = false, className, ...rest }: ButtonProps) => {
  const attributes = {
    className: className ? `${styles.button} ${className}` : styles.button,
    'data-variant': variant,
  };
  const content = (
    <>
      <span>{children}</span>
      {hasArrow && <Arrow />}
    </>
  );

  if (rest.href !== undefined) {
    return (
      <a {...rest} {...attributes}>
        {content}
      </a>
    );
  }

  return (
    <button type="button" {...rest} {...attributes}>
      {content}
    </button>
  );
};
