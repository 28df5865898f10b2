import { encode } from 'dns-packet';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  MAX_MESSAGE_BYTES,
  type Question,
  type RecordType,
  readMessage,
} from '../../../../src/features/domain-check/dns-message.ts';

const ID = 0x1234;
const STATUSES = ['foreign', 'truncated', 'answered', 'missing', 'failed'];
const TYPES: readonly RecordType[] = ['A', 'AAAA', 'CAA', 'DS', 'MX', 'NS', 'TXT'];

const toQuestion = (type: RecordType): Question => ({ name: 'one.com', type });

/** A response with the header and the question of ours, and what the test puts after them. */
const toResponse = (type: RecordType, rest: Uint8Array, answers: number): Buffer => {
  const head = encode({ id: ID, type: 'response', questions: [{ ...toQuestion(type), class: 'IN' }] });
  head.writeUInt16BE(answers, 6);
  return Buffer.concat([head, rest]);
};

test('whatever bytes arrive, they are read without an error', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...TYPES),
      fc.uint8Array({ maxLength: 600 }),
      fc.nat(0xffff),
      (type, bytes, answers) => {
        for (const message of [Buffer.from(bytes), toResponse(type, bytes, answers)]) {
          expect(STATUSES).toContain(readMessage(message, toQuestion(type), ID).status);
        }
      },
    ),
  );
});

test('a valid message with a changed byte is read without an error', () => {
  const type = 'MX';
  const data = { preference: 10, exchange: 'mail.one.com' };
  const message = encode({
    id: ID,
    type: 'response',
    questions: [{ ...toQuestion(type), class: 'IN' }],
    answers: [
      { type: 'CNAME', name: 'one.com', data: 'two.com', ttl: 60, class: 'IN' },
      { type, name: 'two.com', data, ttl: 60, class: 'IN' },
    ],
  });

  for (let index = 2; index < message.length; index += 1) {
    for (const value of [0, 0x3f, 0x7f, 0xc0, 0xff]) {
      const changed = Buffer.from(message);
      changed[index] = value;
      expect(STATUSES).toContain(readMessage(changed, toQuestion(type), ID).status);
    }
  }
});

test('a message of 64 KB is not decoded', () => {
  const message = toResponse('TXT', Buffer.alloc(65_000), 1);

  expect(message.length).toBeGreaterThan(MAX_MESSAGE_BYTES);
  expect(readMessage(message, toQuestion('TXT'), ID)).toEqual({ status: 'failed', reason: 'malformed' });
});
