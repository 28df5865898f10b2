import { EventEmitter, once } from 'node:events';
import type { Socket } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { onTestFinished } from 'vitest';
import { listenOnLoopback } from './listen-on-loopback.ts';

/**
 * How the relay responds to a message. For `hang` and `drop` it reads the whole message; it then never responds, or closes
 * the connection without a response. For `busy` it rejects the message temporarily (451).
 */
export type RelayBehaviour = 'accept' | 'reject-mail' | 'busy' | 'hang' | 'drop';

/** Null: the sender. Attempts of the sender and of each recipient are counted from 1. */
type Envelope = { readonly to: string | null; readonly attempt: number };

type Relay = {
  readonly url: string;
  /** The raw message of each accepted mail (headers and body), in order. */
  readonly accepted: readonly string[];
  /** The recipients of each accepted mail. */
  readonly recipients: readonly (readonly string[])[];
  /** The number of messages that clients sent. */
  readonly attempts: () => number;
  /** How often this recipient was named. */
  readonly attemptsFor: (to: string) => number;
  /** Resolves when `count` mails were accepted. */
  readonly waitForAccepted: (count: number) => Promise<void>;
  readonly waitForAttempts: (count: number) => Promise<void>;
  readonly parse: () => Promise<ParsedMail[]>;
  readonly stop: () => Promise<void>;
};

/** An SMTP error response with an address; tests check that it reaches neither the log nor a stored reason. */
const failure = (code: number): Error =>
  Object.assign(new Error('Not for visitor@example.org'), { responseCode: code });

/**
 * A mail server on loopback, until the test ends (`stopLater`).
 *
 * @param behaviour how it responds to the message of the current attempt, starting at 1.
 * @param codeOf the SMTP code for the sender and for each recipient.
 */
export const startRelay = async (
  behaviour: (attempt: number) => RelayBehaviour = () => 'accept',
  codeOf: (envelope: Envelope) => number = () => 250,
  endWith: (stop: () => Promise<void>) => void = onTestFinished,
): Promise<Relay> => {
  const accepted: string[] = [];
  const recipients: string[][] = [];
  const events = new EventEmitter().setMaxListeners(100);
  const sockets = new Map<number, Socket>();
  const named = new Map<string | null, number>();
  let attempts = 0;

  const respond = (session: SMTPServerSession, raw: string, done: (error?: Error | null) => void): void => {
    attempts += 1;
    const chosen = behaviour(attempts);
    if (chosen === 'accept') {
      accepted.push(raw);
      recipients.push(session.envelope.rcptTo.map(({ address }) => address));
      done();
    } else if (chosen === 'busy') done(failure(451));
    else if (chosen === 'reject-mail') done(failure(554));
    else if (chosen === 'drop') sockets.get(session.remotePort)?.destroy();
    events.emit('change');
  };

  const checkEnvelope = (to: string | null, done: (error?: Error | null) => void): void => {
    const attempt = (named.get(to) ?? 0) + 1;
    named.set(to, attempt);
    const code = codeOf({ to, attempt });
    done(code < 400 ? null : failure(code));
  };

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    closeTimeout: 100,
    size: 10 * 1024 * 1024,
    onMailFrom: (_address, _session, done) => checkEnvelope(null, done),
    onRcptTo: ({ address }, _session, done) => checkEnvelope(address, done),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => respond(session, Buffer.concat(chunks).toString('utf8'), done));
    },
  });
  server.on('error', () => undefined);
  server.server.on('connection', (socket) => {
    const remotePort = socket.remotePort ?? 0;
    sockets.set(remotePort, socket);
    socket.once('close', () => sockets.delete(remotePort));
  });
  const port = await listenOnLoopback(server.server);

  const until = async (isReached: () => boolean): Promise<void> => {
    while (!isReached()) await once(events, 'change');
  };

  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      for (const socket of sockets.values()) socket.destroy();
      server.close(() => resolve());
    });
  endWith(stop);

  return {
    url: `smtp://127.0.0.1:${port}`,
    accepted,
    recipients,
    attempts: () => attempts,
    attemptsFor: (to) => named.get(to) ?? 0,
    waitForAccepted: (count) => until(() => accepted.length >= count),
    waitForAttempts: (count) => until(() => attempts >= count),
    parse: () => Promise.all(accepted.map((raw) => simpleParser(raw))),
    stop,
  };
};
