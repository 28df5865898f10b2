import { hostname } from 'node:os';
import { expect, test } from 'vitest';
import { createClaimant, isClaimAlive } from '../../../src/mail/lease.ts';

const QUARTER_HOUR_MS = 15 * 60 * 1000;

test('two outboxes of one process are told apart, and both are alive', () => {
  const [first, second] = [createClaimant(), createClaimant()];

  expect(first).not.toBe(second);
  expect([isClaimAlive(first, 0), isClaimAlive(second, 0)]).toEqual([true, true]);
});

test('a successor with the number of its predecessor, as in a container, does not take itself for it', () => {
  expect(isClaimAlive(`${hostname()}~${process.pid}~predecessor`, 0)).toBe(false);
});

test('another process of this machine is alive while it runs', () => {
  expect(isClaimAlive(`${hostname()}~${process.ppid}~other`, 0)).toBe(true);
  expect(isClaimAlive(`${hostname()}~999999999~other`, 0)).toBe(false);
});

test('the first process of another machine is not taken for that of this one', () => {
  expect(isClaimAlive('other.machine~1~other', QUARTER_HOUR_MS - 1)).toBe(true);
});

test('after a quarter of an hour any claim is void', () => {
  const claimants = [createClaimant(), `${hostname()}~${process.ppid}~other`, 'other.machine~1~other', '4711'];

  expect(claimants.filter((claimant) => isClaimAlive(claimant, QUARTER_HOUR_MS))).toEqual([]);
});
