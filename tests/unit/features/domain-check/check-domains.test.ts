import { expect, test } from 'vitest';
import { createDomainCheck } from '../../../../src/features/domain-check/check-domains.ts';
import { createCheckLimits } from '../../../../src/features/domain-check/check-limits.ts';
import { toNotes } from '../../../../src/features/domain-check/check-notes.ts';
import { readCheckQuery } from '../../../../src/features/domain-check/check-query.ts';
import { cacheAnswers } from '../../../../src/features/domain-check/dns-cache.ts';
import type { Lookup, Question } from '../../../../src/features/domain-check/dns-message.ts';
import { waitFor } from '../../../support/wait-for.ts';

const PARKING = { nameservers: ['ns1.park.net'], addresses: [], cnames: [] };

const answer = (data: readonly string[] = [], ttl = 300): Lookup => ({
  status: 'answered',
  records: data.map((value) => ({ data: value, ttl })),
  aliases: [],
  ttl,
  failsValidation: false,
});

const listNames = (count: number): string[] => Array.from({ length: count }, (_, index) => `name-${index}.com`);

test('the results have the order of the domains, whichever is there first', async () => {
  const slow = Promise.withResolvers<Lookup>();
  const check = createDomainCheck({
    lookUp: ({ name, type }) =>
      name === 'slow.com' && type === 'NS' ? slow.promise : Promise.resolve(answer(['ns1.park.net'])),
    parking: PARKING,
  });
  const [first, second] = check(['slow.com', 'fast.com']);

  expect((await second)?.domain).toBe('fast.com');
  slow.resolve(answer(['ns1.other.net']));
  expect((await first)?.domain).toBe('slow.com');
});

test('at most 16 domains of a page are asked at a time', async () => {
  const asked = new Set<string>();
  const never = Promise.withResolvers<Lookup>();
  const check = createDomainCheck({
    lookUp: ({ name, type }) => {
      if (type === 'NS') asked.add(name);
      return never.promise;
    },
    parking: PARKING,
  });
  check(listNames(50));

  await waitFor(() => expect(asked.size).toBe(16));
  never.resolve(answer());
  await waitFor(() => expect(asked.size).toBe(50));
});

test('when the time of the page is over, each domain that is not finished could not be asked', async () => {
  const check = createDomainCheck({
    lookUp: ({ name }) =>
      name.includes('fast.com') ? Promise.resolve(answer()) : new Promise<Lookup>(() => undefined),
    parking: PARKING,
    pageMs: 50,
  });
  const results = check(['fast.com', ...listNames(49)]);

  expect((await results[0])?.verdict).toBe('elsewhere');
  expect((await Promise.all(results)).slice(1).every(({ verdict }) => verdict === 'unasked')).toBe(true);
});

test('concurrent and later questions for the same records are asked once, until the TTL is over', async () => {
  let now = 1;
  const passTime = (ms: number): void => {
    now += ms;
  };
  const asked: Question[] = [];
  const lookUp = cacheAnswers(
    async (question) => {
      asked.push(question);
      return answer(['192.0.2.1'], question.name === 'short.com' ? 1 : 86_400);
    },
    3_000,
    { now: () => now },
  );
  const ask = (name: string) => lookUp({ name, type: 'A' });

  await Promise.all([ask('long.com'), ask('long.com'), ask('short.com')]);
  expect(asked).toHaveLength(2);
  passTime(59_000);
  await ask('short.com');
  expect(asked).toHaveLength(2);
  passTime(2_000);
  await ask('short.com');
  expect(asked).toHaveLength(3);
  await ask('long.com');
  expect(asked).toHaveLength(3);
  passTime(540_000);
  await ask('long.com');
  expect(asked).toHaveLength(4);
});

test('a failure is not cached', async () => {
  let count = 0;
  const lookUp = cacheAnswers(async () => {
    count += 1;
    return { status: 'failed', reason: 'timeout' };
  }, 3_000);
  await lookUp({ name: 'one.com', type: 'A' });
  await lookUp({ name: 'one.com', type: 'A' });

  expect(count).toBe(2);
});

test('a client may check a number of domains per minute, and all clients together ten times as many', async () => {
  const take = createCheckLimits(100);

  expect(await take('192.0.2.1', 60)).toBeNull();
  expect(await take('192.0.2.1', 60)).toBeGreaterThan(0);
  for (let client = 2; client <= 10; client += 1) expect(await take(`192.0.2.${client}`, 100)).toBeNull();
  expect(await take('192.0.2.11', 40)).toBeNull();
  expect(await take('192.0.2.12', 1)).toBeGreaterThan(0);
  expect(await createCheckLimits(0)('192.0.2.1', 1_000_000)).toBeNull();
});

test('of a list with more than 50 domains none is checked', () => {
  expect(readCheckQuery(listNames(50).join('\n')).domains).toHaveLength(50);
  expect(readCheckQuery(listNames(50).join(`;${' '.repeat(400)}\n`)).domains).toHaveLength(50);
  expect(readCheckQuery(listNames(53).join('\n'))).toMatchObject({ domains: [], excess: 3 });
});

test('of the lines that are no domains the first ten are named, and the others counted', () => {
  const noteOn = (lines: number) => toNotes(readCheckQuery('nonsense\n'.repeat(lines))).at(-1);

  expect(noteOn(10)).toContain('Line 10');
  expect(noteOn(11)).toBe('One more line isn’t a domain.');
  expect(noteOn(1_010)).toBe('1,000 more lines aren’t domains.');
});
