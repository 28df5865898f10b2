import { EventEmitter, once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

/**
 * How the relay responds to a mail. For `hang` and `drop` it reads the whole message; it then never responds, or closes
 * the connection without a response. For `busy` it rejects the message temporarily (451).
 */
export type RelayBehaviour = 'accept' | 'reject-sender' | 'reject-recipient' | 'reject-mail' | 'busy' | 'hang' | 'drop';

export type Relay = {
  readonly url: string;
  readonly port: number;
  /** The raw message of each accepted mail (headers and body), in order. */
  readonly accepted: readonly string[];
  /** The number of mails that clients tried to send, without those whose sender was rejected. */
  readonly attempts: () => number;
  readonly recipients: readonly string[];
  /** Resolves when `count` mails were accepted. */
  readonly waitForAccepted: (count: number) => Promise<void>;
  readonly waitForAttempts: (count: number) => Promise<void>;
  readonly parse: () => Promise<ParsedMail[]>;
  readonly stop: () => Promise<void>;
};

/** An SMTP error response. Some contain an address; tests check that it reaches neither the log nor a stored reason. */
const failure = (code: number, message: string): Error => Object.assign(new Error(message), { responseCode: code });

const NO_SUCH_USER = failure(550, 'No such user visitor@example.org');

/**
 * A mail server on loopback. `behaviour` decides how it responds. It is called for the sender, for each recipient and for
 * the message of a mail, and gets the number of the current attempt, starting at 1. An attempt whose sender is rejected
 * is not counted.
 */
export const startRelay = async (
  behaviour: (attempt: number) => RelayBehaviour = () => 'accept',
  port = 0,
): Promise<Relay> => {
  const accepted: string[] = [];
  const recipients: string[] = [];
  const events = new EventEmitter().setMaxListeners(100);
  const sockets = new Map<number, Socket>();
  let attempts = 0;

  const respond = (session: SMTPServerSession, raw: string, done: (error?: Error | null) => void): void => {
    attempts += 1;
    const chosen = behaviour(attempts);
    if (chosen === 'accept') {
      accepted.push(raw);
      recipients.push(...session.envelope.rcptTo.map(({ address }) => address));
      done();
    } else if (chosen === 'busy') done(failure(451, 'Try again later'));
    else if (chosen === 'reject-mail') done(failure(554, 'Not for visitor@example.org'));
    // Another mail was counted since the recipient of this one was accepted.
    else if (chosen === 'reject-recipient') done(NO_SUCH_USER);
    else if (chosen === 'drop') sockets.get(session.remotePort)?.destroy();
    events.emit('change');
  };

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    closeTimeout: 100,
    size: 10 * 1024 * 1024,
    onMailFrom: (_address, _session, done) =>
      done(behaviour(attempts + 1) === 'reject-sender' ? failure(550, 'Unknown sender') : null),
    onRcptTo: (_address, _session, done) => {
      const isRejected = behaviour(attempts + 1) === 'reject-recipient';
      if (isRejected) attempts += 1;
      done(isRejected ? NO_SUCH_USER : null);
      if (isRejected) events.emit('change');
    },
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
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const address: AddressInfo | string | null = server.server.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;

  const until = async (isReached: () => boolean): Promise<void> => {
    while (!isReached()) await once(events, 'change');
  };

  return {
    url: `smtp://127.0.0.1:${bound}`,
    port: bound,
    accepted,
    recipients,
    attempts: () => attempts,
    waitForAccepted: (count) => until(() => accepted.length >= count),
    waitForAttempts: (count) => until(() => attempts >= count),
    parse: () => Promise.all(accepted.map((raw) => simpleParser(raw))),
    stop: () =>
      new Promise((resolve) => {
        for (const socket of sockets.values()) socket.destroy();
        server.close(() => resolve());
      }),
  };
};
