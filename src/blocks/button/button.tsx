import type { ComponentProps, ReactNode } from 'react';
import styles from './button.module.css';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet';

type Look = {
  readonly children: ReactNode;
  readonly variant?: ButtonVariant;
  /** The arrow of a direction sign, for what leads to another page. */
  readonly hasArrow?: boolean;
};

type ButtonProps = Look &
  ((ComponentProps<'a'> & { readonly href: string }) | (ComponentProps<'button'> & { readonly href?: never }));

const Arrow = () => (
  <svg className={styles.arrow} viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">
    <path d="M3 10.4h11.2L9.6 5.8 12 3.4l8.6 8.6-8.6 8.6-2.4-2.4 4.6-4.6H3z" fill="currentColor" />
  </svg>
);

/** A sign plate to press: a link where there is an `href`, else a button. */
export const Button = ({ children, variant = 'primary', hasArrow = false, className, ...rest }: ButtonProps) => {
  const look = {
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
      <a {...rest} {...look}>
        {content}
      </a>
    );
  }

  return (
    <button type="button" {...rest} {...look}>
      {content}
    </button>
  );
};
