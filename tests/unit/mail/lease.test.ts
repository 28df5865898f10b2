import { hostname } from 'node:os';
import { expect, test } from 'vitest';
import { createLease, isLeaseAlive } from '../../../src/mail/lease.ts';

const QUARTER_HOUR_MS = 15 * 60 * 1000;

test('two outboxes of one process are told apart, and both are alive', () => {
  const [first, second] = [createLease(), createLease()];

  expect(first).not.toBe(second);
  expect([isLeaseAlive(first, 0), isLeaseAlive(second, 0)]).toEqual([true, true]);
});

test('a successor with the number of its predecessor, as in a container, does not take itself for it', () => {
  expect(isLeaseAlive(`${hostname()}~${process.pid}~predecessor`, 0)).toBe(false);
});

test('another process of this machine is alive while it runs', () => {
  expect(isLeaseAlive(`${hostname()}~${process.ppid}~other`, 0)).toBe(true);
  expect(isLeaseAlive(`${hostname()}~999999999~other`, 0)).toBe(false);
});

test('the first process of another machine is not taken for that of this one', () => {
  expect(isLeaseAlive('other.machine~1~other', QUARTER_HOUR_MS - 1)).toBe(true);
});

test('after a quarter of an hour any claim is void', () => {
  const claimants = [createLease(), `${hostname()}~${process.ppid}~other`, 'other.machine~1~other', '4711'];

  expect(claimants.filter((lease) => isLeaseAlive(lease, QUARTER_HOUR_MS))).toEqual([]);
});
