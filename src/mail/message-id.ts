import 'server-only';
import { createHash } from 'node:crypto';
import type { Message } from '../forms/message.ts';

const hash = (...parts: readonly string[]): Buffer => createHash('sha256').update(JSON.stringify(parts)).digest();

/** The fingerprint of what a visitor wrote. */
export const digestOf = (message: Message): string => hash(JSON.stringify(message)).toString('base64url');

/** A UUID (version 8) that follows from its parts. */
export const derivedId = (...parts: readonly string[]): string => {
  const hex = hash('id', ...parts).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/** Crockford's digits: none of them is taken for another on the telephone. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The number that a visitor gets to see, such as `P-7K3M-9QXA`. It follows from the id. */
export const referenceOf = (id: string): string => {
  const digits = [...hash('reference', id).subarray(0, 8)].map((byte) => DIGITS[byte % 32] ?? '0').join('');
  return `P-${digits.slice(0, 4)}-${digits.slice(4)}`;
};
