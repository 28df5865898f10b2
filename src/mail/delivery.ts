import 'server-only';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { domainToASCII } from 'node:url';
import { createTransport, type NodemailerError, type SendMailOptions } from 'nodemailer';
import { log } from '../framework/shared.ts';
import {
  type Answered,
  CLEANUP_INTERVAL_MS,
  DAY_MS,
  type Deliver,
  type DeliveryOutcome,
  type OutboxEntry,
} from './outbox.ts';

export type Addresses = {
  /** `name@example.com` or `Name <name@example.com>`. */
  readonly from: string;
  /** Email addresses by the name of the message kind. */
  readonly recipients: ReadonlyMap<string, readonly string[]>;
};

export type Delivery = {
  readonly deliver: Deliver;
  /** Closes connections; with `force` also those that are sending. */
  readonly close: (force: boolean) => void;
};

/**
 * A relay may take minutes to acknowledge a mail. If the connection were closed earlier, a retry would send it twice
 * (RFC 5321 § 4.5.3.2).
 */
const RELAY_SILENCE_MS = 120_000;

/** The same for every attempt, so that a mail client can recognize a duplicate. In ASCII, because not every relay supports SMTPUTF8. */
const messageIdOf = ({ id }: OutboxEntry, from: string): string =>
  `<${id}@${domainToASCII(/@([^@>\s]+)>?$/.exec(from)?.[1] ?? 'localhost')}>`;

const recipientsOf = ({ mail: { route, visitor } }: OutboxEntry, { recipients }: Addresses): readonly string[] => {
  if (route !== 'reply') return recipients.get(route) ?? [];
  return visitor.address === undefined ? [] : [visitor.address];
};

/** Keeps mail programs from decoding an encoded word (RFC 2047) in a visitor's text, which could add line breaks to a header. */
const withoutEncodedWords = (text: string): string => text.replaceAll('=?', '= ?');

/** The visitor, to whom a reply to the mail goes; none if the visitor gave no address. */
const replyToOf = ({ visitor: { name = '', address } }: OutboxEntry['mail']): Pick<SendMailOptions, 'replyTo'> =>
  address === undefined ? {} : { replyTo: { name: withoutEncodedWords(name), address } };

const toMail = (entry: OutboxEntry, addresses: Addresses): SendMailOptions => {
  const { mail, acceptedAt, reference } = entry;
  const isReply = mail.route === 'reply';
  return {
    from: addresses.from,
    to: [...recipientsOf(entry, addresses)],
    ...(isReply ? {} : replyToOf(mail)),
    subject: withoutEncodedWords(mail.subject),
    date: new Date(acceptedAt),
    messageId: messageIdOf(entry, addresses.from),
    headers: isReply
      ? { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' }
      : {
          'X-Message-Kind': mail.route,
          'X-Reference': reference,
          ...(mail.captcha && { 'X-Captcha': mail.captcha }),
        },
    text: mail.text,
    html: mail.html,
    attachments: [...mail.attachments],
    disableFileAccess: true,
    disableUrlAccess: true,
  };
};

/** The SMTP commands whose errors concern one mail. Others, such as a failed login, concern settings or relay. */
const MAIL_COMMANDS = /^(?:MAIL FROM|RCPT TO|DATA)/;
/** Codes that demand authentication or encryption, and concern the settings (RFC 4954 § 6, RFC 3207 § 4). */
const LOGIN_REQUIRED: readonly (number | undefined)[] = [530, 534, 535, 538];

const isPermanent = ({ permanent, responseCode, command }: NodemailerError): boolean =>
  permanent === true && !LOGIN_REQUIRED.includes(responseCode) && MAIL_COMMANDS.test(command ?? '');

/**
 * The codes of an error for the log, without the relay's text, which often repeats addresses. nodemailer's own code is the same for
 * every failed connection, such as ESOCKET for a closed port and for an invalid certificate.
 */
const reasonOf = ({ timeoutType, originalCode, code = 'unknown', responseCode, command }: NodemailerError): string =>
  [timeoutType ?? originalCode ?? code, responseCode, command?.split(':')[0]]
    .filter((part) => part !== undefined)
    .join(' ');

/** Normalizes an address for comparison: nodemailer returns domains in Unicode or in ASCII. */
const keyOf = (address: string): string => {
  const domainAt = address.lastIndexOf('@') + 1;
  return address.slice(0, domainAt) + domainToASCII(address.slice(domainAt));
};

const NONE_ANSWERED: Answered = { delivered: [], refused: {} };

const unansweredRecipients = (entry: OutboxEntry, addresses: Addresses): string[] => {
  const { delivered, refused } = entry.answered ?? NONE_ANSWERED;
  const done = new Set([...delivered, ...Object.keys(refused)]);
  return recipientsOf(entry, addresses).filter((to) => !done.has(keyOf(to)));
};

/** A relay may accept a mail for some recipients, defer it for others and reject others (RFC 5321 § 3.3). */
const toOutcome = (
  { id, answered = NONE_ANSWERED }: OutboxEntry,
  accepted: readonly string[],
  rejected: readonly NodemailerError[],
): DeliveryOutcome => {
  const permanent = rejected.filter(isPermanent);
  const deferred = rejected.find((error) => !isPermanent(error));
  const allAnswered: Answered = {
    delivered: [...answered.delivered, ...accepted.map(keyOf)],
    refused: {
      ...answered.refused,
      ...Object.fromEntries(permanent.map((error) => [keyOf(error.recipient ?? ''), reasonOf(error)])),
    },
  };
  const reason = [...new Set(Object.values(allAnswered.refused))].join(', ');
  if (deferred) {
    if (permanent.length > 0)
      log.error({ id, reason, recipients: permanent.length }, 'mail permanently rejected for some recipients');
    return { status: 'failed', reason: reasonOf(deferred), answered: allAnswered };
  }
  return reason === '' ? { status: 'delivered' } : { status: 'rejected', reason, answered: allAnswered };
};

/** Rejects mail of a kind that is no longer registered, and drops confirmations that are rejected. */
const byRoute =
  ({ recipients }: Addresses, deliver: Deliver): Deliver =>
  async (entry) => {
    const { route } = entry.mail;
    if (route !== 'reply' && !recipients.has(route)) return { status: 'rejected', reason: 'unknown kind of message' };
    const outcome = await deliver(entry);
    if (outcome.status !== 'rejected' || route !== 'reply') return outcome;
    // A mistyped email address needs no action by the operator.
    log.info({ id: entry.id, reason: outcome.reason }, 'the confirmation to the sender was rejected and is dropped');
    return { status: 'delivered' };
  };

/** Delivers mail to a relay over pooled SMTP connections. */
export const createSmtpDelivery = (url: string, addresses: Addresses, silenceMs = RELAY_SILENCE_MS): Delivery => {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 5,
    // The outbox retries.
    maxRequeues: 0,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    dnsTimeout: 10_000,
    socketTimeout: silenceMs,
  });
  return {
    deliver: byRoute(addresses, async (entry) => {
      const to = unansweredRecipients(entry, addresses);
      if (to.length === 0) return toOutcome(entry, [], []);
      // The To header names all recipients, the envelope only those who do not have the mail yet.
      const mail = { ...toMail(entry, addresses), envelope: { from: addresses.from, to } };
      return new Promise((resolve) => {
        transport.sendMail(mail, (error, info) => {
          if (!error) return resolve(toOutcome(entry, info.accepted, info.rejectedErrors ?? []));
          const rejected = error.rejectedErrors ?? [];
          const isMixed = rejected.some(isPermanent) && !rejected.every(isPermanent);
          if (isMixed) return resolve(toOutcome(entry, [], rejected));
          resolve({ status: isPermanent(error) ? 'rejected' : 'failed', reason: reasonOf(error) });
        });
      });
    }),
    close: (force) => transport.transporter.close?.({ force }),
  };
};

/** Removes files that are older than the retention. */
const removeOldFiles = async (directory: string, retentionDays: number): Promise<void> => {
  for (const name of await readdir(directory).catch(() => [])) {
    const file = path.join(directory, name);
    const { mtimeMs } = await stat(file);
    if (Date.now() - mtimeMs > retentionDays * DAY_MS) await rm(file, { force: true });
  }
};

/** Without a relay, each mail becomes a file in `directory` that any mail program can open. */
export const createFileDelivery = (directory: string, addresses: Addresses, retentionDays: number): Delivery => {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const clean = () =>
    removeOldFiles(directory, retentionDays).catch((err) => log.error({ err }, 'delivered files cannot be removed'));
  const cleaning = setInterval(clean, CLEANUP_INTERVAL_MS).unref();
  void clean();
  return {
    deliver: byRoute(addresses, async (entry) => {
      try {
        await mkdir(directory, { recursive: true, mode: 0o700 });
        const { message } = await transport.sendMail(toMail(entry, addresses));
        if (!Buffer.isBuffer(message)) return { status: 'failed', reason: 'no message' };
        const file = path.join(directory, `${entry.id}.eml`);
        await writeFile(`${file}.tmp`, message, { mode: 0o600, flush: true });
        await rename(`${file}.tmp`, file);
        return { status: 'delivered' };
      } catch (error) {
        const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
        return { status: 'failed', reason };
      }
    }),
    close: () => clearInterval(cleaning),
  };
};
