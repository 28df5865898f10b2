import { hostname } from 'node:os';
import { expect, test } from 'vitest';
import { createLease, isLeaseAlive } from '../../../src/mail/lease.ts';

const QUARTER_HOUR_MS = 15 * 60 * 1000;

test('two outboxes of one process have different leases, and both are alive', () => {
  const [first, second] = [createLease(), createLease()];

  expect(first).not.toBe(second);
  expect([isLeaseAlive(first, 0), isLeaseAlive(second, 0)]).toEqual([true, true]);
});

test('a lease of a former process with the same process id, as in a container, is not alive', () => {
  expect(isLeaseAlive(`${hostname()}~${process.pid}~former`, 0)).toBe(false);
});

test('a lease of another process of this machine is alive while the process runs', () => {
  expect(isLeaseAlive(`${hostname()}~${process.ppid}~other`, 0)).toBe(true);
  expect(isLeaseAlive(`${hostname()}~999999999~other`, 0)).toBe(false);
});

test('a lease of another machine is alive, whatever its process id', () => {
  expect(isLeaseAlive('other.machine~1~other', QUARTER_HOUR_MS - 1)).toBe(true);
});

test('after a quarter of an hour no lease is alive', () => {
  const leases = [createLease(), `${hostname()}~${process.ppid}~other`, 'other.machine~1~other', '4711'];

  expect(leases.filter((lease) => isLeaseAlive(lease, QUARTER_HOUR_MS))).toEqual([]);
});
