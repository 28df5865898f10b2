import 'server-only';
import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares two secrets or signatures in constant time. */
export const isSameSecret = (expected: string, actual: string): boolean =>
  timingSafeEqual(digest(expected), digest(actual));
