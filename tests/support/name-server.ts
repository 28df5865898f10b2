import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { type Answer, decode, encode, type Packet, TRUNCATED_RESPONSE } from 'dns-packet';
import type { Resolver } from '../../src/features/domain-check/dns-client.ts';
import type { Question } from '../../src/features/domain-check/dns-message.ts';
import { listenOnLoopback } from './listen-on-loopback.ts';

/** Messages to send in this order; none: the server stays silent. */
type Answers = readonly Buffer[];

/** A question with what a real server also knows of it. */
export type AskedQuestion = Question & {
  readonly id: number;
  readonly flags: number;
  readonly isTcp: boolean;
  readonly clientPort: number;
};

type NameServer = {
  readonly resolver: Resolver;
  /** In the order in which they arrived. */
  readonly asked: readonly AskedQuestion[];
  readonly close: () => void;
};

const HOST = '127.0.0.1';

export const RCODE = { servfail: 2, nxdomain: 3, refused: 5 } as const;

/** The response to a question with these records. */
export const respond = (
  { id, name, type }: AskedQuestion,
  { rcode = 0, flags = 0, ...sections }: Partial<Packet> & { readonly rcode?: number } = {},
): Buffer =>
  encode({ id, type: 'response', flags: flags | rcode, questions: [{ name, type, class: 'IN' }], ...sections });

/** The response that tells the client to ask again over TCP. */
export const truncate = (question: AskedQuestion): Buffer => respond(question, { flags: TRUNCATED_RESPONSE });

export const address = (name: string, data: string, ttl = 300): Answer => ({ type: 'A', name, data, ttl, class: 'IN' });

const toQuestion = (message: Buffer, isTcp: boolean, clientPort: number): AskedQuestion => {
  const { id = 0, flags = 0, questions = [] } = decode(message);
  const [question] = questions;
  if (!question) throw new Error('a query without a question');
  // Only the types of the check are asked for.
  const type: Question['type'] =
    (['A', 'AAAA', 'CAA', 'DS', 'MX', 'NS', 'TXT'] as const).find((known) => known === question.type) ?? 'A';
  return { id, flags, isTcp, clientPort, name: question.name, type };
};

/** A name server over UDP and TCP on loopback, whose answers a test chooses. Without a port it uses a free one. */
export const serveNames = async (
  answer: (question: AskedQuestion) => Answers | Promise<Answers>,
  ownPort = 0,
): Promise<NameServer> => {
  const asked: AskedQuestion[] = [];
  const receive = async (message: Buffer, isTcp: boolean, clientPort: number): Promise<Answers> => {
    const question = toQuestion(message, isTcp, clientPort);
    asked.push(question);
    return answer(question);
  };
  const sockets = new Set<Socket>();
  const tcp = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', async (data) => {
      for (const message of await receive(data.subarray(2), true, socket.remotePort ?? 0)) {
        const length = Buffer.alloc(2);
        length.writeUInt16BE(message.length);
        socket.write(Buffer.concat([length, message]));
      }
    });
  });
  const port = await listenOnLoopback(tcp, ownPort);
  const udp = createSocket('udp4');
  udp.on('message', async (message, client) => {
    for (const bytes of await receive(message, false, client.port)) udp.send(bytes, client.port, client.address);
  });
  udp.bind(port, HOST);
  await once(udp, 'listening');
  return {
    resolver: { address: HOST, port },
    asked,
    close: () => {
      udp.close();
      tcp.close();
      for (const socket of sockets) socket.destroy();
    },
  };
};
