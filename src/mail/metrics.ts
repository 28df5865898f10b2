import 'server-only';

/** `quarantined`: messages whose honeypot was filled in; `failed`: delivery attempts that will be retried. */
export type MailCounter =
  | 'accepted'
  | 'repeated'
  | 'quarantined'
  | 'invalid'
  | 'refused'
  | 'delivered'
  | 'failed'
  | 'dead';

export type MailMetrics = {
  readonly count: (name: MailCounter) => void;
  /** How often each has happened since the process began. */
  readonly read: () => Readonly<Record<MailCounter, number>>;
};

export const createMailMetrics = (): MailMetrics => {
  const counters = {
    accepted: 0,
    repeated: 0,
    quarantined: 0,
    invalid: 0,
    refused: 0,
    delivered: 0,
    failed: 0,
    dead: 0,
  };
  return {
    count: (name) => {
      counters[name] += 1;
    },
    read: () => ({ ...counters }),
  };
};
