import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type Answer, CHECKING_DISABLED } from 'dns-packet';
import { expect, onTestFinished, test } from 'vitest';
import { createDnsClient } from '../../../../src/features/domain-check/dns-client.ts';
import {
  MAX_MESSAGE_BYTES,
  type Question,
  type RecordType,
} from '../../../../src/features/domain-check/dns-message.ts';
import { type AskedQuestion, address, RCODE, respond, serveNames, truncate } from '../../../support/name-server.ts';

const QUESTION: Question = { name: 'one.com', type: 'A' };
const SIGNAL = new AbortController().signal;

const serve = async (answer: (question: AskedQuestion) => readonly Buffer[]) => {
  const server = await serveNames(answer);
  onTestFinished(server.close);
  return server;
};

/** The client's result for the answers of a server, and the questions that it asked. */
const ask = async (answer: (question: AskedQuestion) => readonly Buffer[], question = QUESTION) => {
  const server = await serve(answer);
  const lookup = await createDnsClient([server.resolver])(question, SIGNAL);
  return { lookup, asked: server.asked };
};

/** The client's result for an answer with these records. */
const lookUp = async (answers: Answer[], type: RecordType = 'A') => {
  const { lookup } = await ask((question) => [respond(question, { answers })], { name: 'one.com', type });
  return lookup;
};

const common = { name: 'one.com', ttl: 60, class: 'IN' } as const;

test('the records of the name are read with the shortest TTL, names of servers without their case and final dot', async () => {
  const servers: Answer[] = [
    { ...common, type: 'NS', name: 'ONE.com', data: 'NS1.Example.NET', ttl: 900 },
    { ...common, type: 'NS', data: 'ns2.example.net', ttl: 300 },
  ];

  expect(await lookUp(servers, 'NS')).toEqual({
    status: 'answered',
    records: [
      { data: 'ns1.example.net', ttl: 900 },
      { data: 'ns2.example.net', ttl: 300 },
    ],
    aliases: [],
    ttl: 300,
    failsValidation: false,
  });
});

test.each<[RecordType, Answer, string]>([
  ['MX', { type: 'MX', ...common, data: { preference: 0, exchange: '.' } }, '0 .'],
  ['CAA', { type: 'CAA', ...common, data: { flags: 0, tag: 'issue', value: 'ca.example' } }, '0 issue "ca.example"'],
  [
    'DS',
    { type: 'DS', ...common, data: { keyTag: 1, algorithm: 13, digestType: 2, digest: Buffer.from('ab', 'hex') } },
    '1 13 2 ab',
  ],
  ['TXT', { type: 'TXT', ...common, data: ['v=FOR', 'SALE1;'] }, 'v=FORSALE1;'],
  ['TXT', { type: 'TXT', ...common, data: 'a\u0000b\u001b[31m\u202Ec' }, 'a\uFFFDb\uFFFD[31m\uFFFDc'],
  ['TXT', { type: 'TXT', ...common, data: ['x'.repeat(250), 'y'.repeat(250)] }, `${'x'.repeat(250)}yyyyy`],
])(
  'a record of type %s has its presentation format, with at most 255 characters and none of control',
  async (type, answer, shown) => {
    expect(await lookUp([answer], type)).toMatchObject({ records: [{ data: shown }] });
  },
);

test('a chain of CNAME records is followed to the address, and records of other names are ignored', async () => {
  const answers: Answer[] = [
    { ...common, type: 'CNAME', data: 'Park.Example.net', ttl: 120 },
    address('park.example.net', '192.0.2.80'),
    address('other.com', '192.0.2.66'),
  ];

  expect(await lookUp(answers)).toMatchObject({
    records: [{ data: '192.0.2.80', ttl: 300 }],
    aliases: ['park.example.net'],
    ttl: 120,
  });
});

test('a loop of CNAME records is malformed', async () => {
  const loop: Answer[] = [
    { ...common, type: 'CNAME', data: 'two.com' },
    { ...common, type: 'CNAME', name: 'two.com', data: 'one.com' },
  ];

  expect(await lookUp(loop)).toEqual({ status: 'failed', reason: 'malformed' });
});

test('answers with another id, to another question or without one are ignored until the right one arrives', async () => {
  const { lookup } = await ask((question) => [
    respond({ ...question, id: (question.id + 1) % 0x1_0000 }, { answers: [address('one.com', '192.0.2.1')] }),
    respond({ ...question, name: 'two.com' }, { answers: [address('one.com', '192.0.2.2')] }),
    respond({ ...question, type: 'AAAA' }, { answers: [address('one.com', '192.0.2.3')] }),
    respond(question, { questions: [], answers: [address('one.com', '192.0.2.4')] }),
    Buffer.from([1]),
    respond(question, { answers: [address('one.com', '192.0.2.5')] }),
  ]);

  expect(lookup).toMatchObject({ records: [{ data: '192.0.2.5' }] });
});

test('an answer from another port than that of the resolver is ignored', async () => {
  const stranger = createSocket('udp4');
  onTestFinished(() => void stranger.close());
  const server = await serveNames(async (question) => {
    const forged = respond(question, { answers: [address('one.com', '192.0.2.66')] });
    stranger.send(forged, question.clientPort, server.resolver.address);
    await once(stranger, 'listening');
    return [respond(question, { answers: [address('one.com', '192.0.2.1')] })];
  });
  onTestFinished(server.close);

  expect(await createDnsClient([server.resolver])(QUESTION, SIGNAL)).toMatchObject({
    records: [{ data: '192.0.2.1' }],
  });
});

test('each question has another id', async () => {
  const server = await serve((question) => [respond(question)]);
  const client = createDnsClient([server.resolver]);
  for (let index = 0; index < 8; index += 1) await client({ ...QUESTION, name: `n${index}.com` }, SIGNAL);

  expect(new Set(server.asked.map(({ id }) => id)).size).toBeGreaterThan(4);
});

test('a truncated answer is asked for again over TCP', async () => {
  const { lookup, asked } = await ask((question) =>
    question.isTcp ? [respond(question, { answers: [address('one.com', '192.0.2.1')] })] : [truncate(question)],
  );

  expect(lookup).toMatchObject({ records: [{ data: '192.0.2.1' }] });
  expect(asked.map(({ isTcp }) => isTcp)).toEqual([false, true]);
});

test('an answer that was cut in the middle of a record counts as truncated', async () => {
  const { lookup } = await ask((question) => {
    const whole = respond(question, { answers: [address('one.com', '192.0.2.1')] });
    const cut = Buffer.from(whole.subarray(0, -2));
    cut.writeUInt8(cut.readUInt8(2) | 0x02, 2);
    return [question.isTcp ? whole : cut];
  });

  expect(lookup).toMatchObject({ records: [{ data: '192.0.2.1' }] });
});

test('a TCP answer over the size limit is not decoded', async () => {
  const { lookup } = await ask((question) =>
    question.isTcp ? [Buffer.concat([respond(question), Buffer.alloc(MAX_MESSAGE_BYTES)])] : [truncate(question)],
  );

  expect(lookup).toEqual({ status: 'failed', reason: 'malformed' });
});

test('at most 20 records are kept', async () => {
  const lookup = await lookUp(Array.from({ length: 40 }, (_, index) => address('one.com', `192.0.2.${index}`)));

  expect(lookup.status === 'answered' && lookup.records).toHaveLength(20);
});

test('a name that does not exist is missing for as long as the SOA record says', async () => {
  const soa = { mname: 'ns.example', rname: 'h.example', minimum: 90 };
  const { lookup } = await ask((question) => [
    respond(question, {
      rcode: RCODE.nxdomain,
      authorities: [{ type: 'SOA', name: 'com', ttl: 900, class: 'IN', data: soa }],
    }),
  ]);

  expect(lookup).toEqual({ status: 'missing', ttl: 90 });
});

test('a name exists that is an alias of one that does not', async () => {
  const { lookup } = await ask((question) => [
    respond(question, {
      rcode: RCODE.nxdomain,
      answers: [{ ...common, type: 'CNAME', data: 'gone.example.net' }],
    }),
  ]);

  expect(lookup).toMatchObject({ status: 'answered', records: [], aliases: ['gone.example.net'] });
});

test('after SERVFAIL the answer is asked for without validation', async () => {
  const { lookup } = await ask((question) => [
    (question.flags & CHECKING_DISABLED) === 0
      ? respond(question, { rcode: RCODE.servfail })
      : respond(question, { answers: [address('one.com', '192.0.2.1')] }),
  ]);

  expect(lookup).toMatchObject({ status: 'answered', failsValidation: true });
});

test('if a resolver does not answer, the next one is asked', async () => {
  const silent = await serve(() => []);
  const other = await serve((question) => [respond(question, { answers: [address('one.com', '192.0.2.1')] })]);

  expect(await createDnsClient([silent.resolver, other.resolver])(QUESTION, SIGNAL)).toMatchObject({
    records: [{ data: '192.0.2.1' }],
  });
});

test('a resolver that refuses, fails, is unreachable or answers nonsense fails with the reason', async () => {
  expect((await ask((question) => [respond(question, { rcode: RCODE.refused })])).lookup).toMatchObject({
    reason: 'refused',
  });
  const failing = await ask((question) => [respond(question, { rcode: RCODE.servfail })]);
  expect(failing.lookup, 'also without validation').toMatchObject({ reason: 'servfail' });
  expect((await ask(({ id }) => [Buffer.from([id >> 8, id & 0xff, 0x80, 0, 0, 9])])).lookup).toMatchObject({
    reason: 'malformed',
  });
  const server = await serveNames(() => []);
  server.close();
  expect(await createDnsClient([server.resolver])(QUESTION, SIGNAL)).toMatchObject({ reason: 'unreachable' });
  expect(await createDnsClient([])(QUESTION, SIGNAL)).toMatchObject({ reason: 'unreachable' });
});

test('an aborted question ends at once', async () => {
  const server = await serve(() => []);
  const aborter = new AbortController();
  const lookup = createDnsClient([server.resolver])(QUESTION, aborter.signal);
  aborter.abort();

  expect(await lookup).toEqual({ status: 'failed', reason: 'timeout' });
});
