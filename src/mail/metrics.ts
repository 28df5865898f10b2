import 'server-only';

/** `trapped`: programs that filled in the hidden field; `failed`: attempts that will be repeated. */
export type MailCounter = 'accepted' | 'repeated' | 'trapped' | 'invalid' | 'refused' | 'delivered' | 'failed' | 'dead';

export type MailMetrics = {
  readonly count: (name: MailCounter) => void;
  /** How often each has happened since the process began. */
  readonly read: () => Readonly<Record<MailCounter, number>>;
};

export const createMailMetrics = (): MailMetrics => {
  const counters = { accepted: 0, repeated: 0, trapped: 0, invalid: 0, refused: 0, delivered: 0, failed: 0, dead: 0 };
  return {
    count: (name) => {
      counters[name] += 1;
    },
    read: () => ({ ...counters }),
  };
};
