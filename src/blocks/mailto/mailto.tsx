import type { ReactNode } from 'react';

type MailtoProps = {
  readonly email: string;
  readonly subject?: string;
  /** The link text; the email address by default. */
  readonly children?: ReactNode;
  readonly className?: string | undefined;
};

/** A link that opens the mail program. */
export const Mailto = ({ email, subject, children = email, className }: MailtoProps) => (
  <a href={`mailto:${email}${subject ? `?subject=${encodeURIComponent(subject)}` : ''}`} className={className}>
    {children}
  </a>
);
