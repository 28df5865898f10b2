import type { ReactNode } from 'react';

type MailtoProps = {
  readonly email: string;
  readonly subject?: string;
  /** What the link says; the address itself where nothing is given. */
  readonly children?: ReactNode;
  readonly className?: string | undefined;
};

/** A link that writes an e-mail. */
export const Mailto = ({ email, subject, children = email, className }: MailtoProps) => (
  <a href={`mailto:${email}${subject ? `?subject=${encodeURIComponent(subject)}` : ''}`} className={className}>
    {children}
  </a>
);
