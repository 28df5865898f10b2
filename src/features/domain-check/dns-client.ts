import 'server-only';
import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { connect, isIPv6 } from 'node:net';
import {
  encodeQuestion,
  type Lookup,
  MAX_MESSAGE_BYTES,
  type Question,
  type Reading,
  readMessage,
} from './dns-message.ts';

/** A recursive resolver. */
export type Resolver = { readonly address: string; readonly port: number };

/** Asks a question. Never rejects: an aborted question has failed with a timeout. */
export type Ask = (question: Question, signal: AbortSignal) => Promise<Lookup>;

type Exchange = {
  readonly resolver: Resolver;
  readonly query: Buffer;
  readonly read: (message: Buffer) => Reading;
  readonly signal: AbortSignal;
};

const TIMEOUT: Lookup = { status: 'failed', reason: 'timeout' };
const UNREACHABLE: Lookup = { status: 'failed', reason: 'unreachable' };
const MALFORMED: Lookup = { status: 'failed', reason: 'malformed' };
/** How long one message may take; then the next resolver is asked. */
const ATTEMPT_MS = 1_200;
const ATTEMPTS = 2;
const MAX_ID = 0x1_0000;
/** TCP messages begin with their length. */
const LENGTH_BYTES = 2;

/**
 * Each question has its own socket, so that the system chooses a random port for it. The socket is connected, so that it
 * gets messages from the resolver's address and port only.
 */
const askByUdp = ({ resolver, query, read, signal }: Exchange): Promise<Lookup | { readonly status: 'truncated' }> =>
  new Promise((resolve) => {
    const socket = createSocket(isIPv6(resolver.address) ? 'udp6' : 'udp4');
    const end = (result: Lookup | { readonly status: 'truncated' }): void => {
      signal.removeEventListener('abort', onAbort);
      socket.removeAllListeners().on('error', () => undefined);
      socket.close();
      resolve(result);
    };
    const onAbort = (): void => end(TIMEOUT);
    signal.addEventListener('abort', onAbort);
    socket.on('error', () => end(UNREACHABLE));
    socket.on('message', (message) => {
      const reading = read(message);
      if (reading.status !== 'foreign') end(reading);
    });
    socket.on('connect', () => socket.send(query));
    socket.connect(resolver.port, resolver.address);
  });

const askByTcp = ({ resolver, query, read, signal }: Exchange): Promise<Lookup> =>
  new Promise((resolve) => {
    const socket = connect({ host: resolver.address, port: resolver.port });
    const chunks: Buffer[] = [];
    let received = 0;
    const end = (result: Lookup): void => {
      signal.removeEventListener('abort', onAbort);
      socket.removeAllListeners().on('error', () => undefined);
      socket.destroy();
      resolve(result);
    };
    const onAbort = (): void => end(TIMEOUT);
    signal.addEventListener('abort', onAbort);
    socket.on('error', () => end(UNREACHABLE));
    socket.on('end', () => end(MALFORMED));
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      received += chunk.length;
      if (received < LENGTH_BYTES) return;
      const bytes = Buffer.concat(chunks);
      const length = bytes.readUInt16BE(0);
      if (length > MAX_MESSAGE_BYTES) return end(MALFORMED);
      if (received < LENGTH_BYTES + length) return;
      const reading = read(bytes.subarray(LENGTH_BYTES, LENGTH_BYTES + length));
      end(reading.status === 'foreign' || reading.status === 'truncated' ? MALFORMED : reading);
    });
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt16BE(query.length);
    socket.write(Buffer.concat([length, query]));
  });

/** Asks one resolver: over UDP, and over TCP if the answer is too long for that. */
const askResolver = async (
  question: Question,
  options: { readonly resolver: Resolver; readonly checksDnssec: boolean; readonly signal: AbortSignal },
): Promise<Lookup> => {
  if (options.signal.aborted) return TIMEOUT;
  const id = randomInt(MAX_ID);
  const exchange: Exchange = {
    resolver: options.resolver,
    query: encodeQuestion(question, { id, checksDnssec: options.checksDnssec }),
    read: (message) => readMessage(message, question, id),
    signal: AbortSignal.any([options.signal, AbortSignal.timeout(ATTEMPT_MS)]),
  };
  const result = await askByUdp(exchange);
  return result.status === 'truncated' ? askByTcp(exchange) : result;
};

const isFailed = ({ status }: Lookup): boolean => status === 'failed';

/**
 * Returns a function that asks the resolvers in their order, each for at most 1.2 s, until one answers: twice in all. If
 * the last one answers SERVFAIL, it is asked again without DNSSEC validation, to tell a domain that fails validation from
 * one whose servers do not work.
 */
export const createDnsClient =
  (resolvers: readonly Resolver[]): Ask =>
  async (question, signal) => {
    let [resolver] = resolvers;
    let lookup: Lookup = UNREACHABLE;
    if (resolver === undefined) return lookup;
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const isRepeat = attempt > 0 && resolvers.length === 1;
      // The same resolver would give the same answer again.
      if (isRepeat && lookup.status === 'failed' && lookup.reason === 'servfail') break;
      resolver = resolvers[attempt % resolvers.length] ?? resolver;
      lookup = await askResolver(question, { resolver, checksDnssec: true, signal });
      if (!isFailed(lookup)) return lookup;
    }
    if (lookup.status !== 'failed' || lookup.reason !== 'servfail') return lookup;
    const unchecked = await askResolver(question, { resolver, checksDnssec: false, signal });
    return unchecked.status === 'answered' ? { ...unchecked, failsValidation: true } : lookup;
  };
