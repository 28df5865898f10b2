import 'server-only';
import { createHash } from 'node:crypto';

const hash = (...parts: readonly string[]): Buffer => createHash('sha256').update(JSON.stringify(parts)).digest();

/** A digest of the validated content of a message. */
export const digestOf = (content: object): string => hash(JSON.stringify(content)).toString('base64url');

/** A UUID (version 8) that is derived from its parts. */
export const derivedId = (...parts: readonly string[]): string => {
  const hex = hash('id', ...parts).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/** Crockford's Base32. It leaves out I, L and O, which look like digits, and U. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The reference number that the visitor sees, such as `P-7K3M-9QXA`. It is derived from the id. */
export const referenceOf = (id: string): string => {
  const digits = [...hash('reference', id).subarray(0, 8)].map((byte) => DIGITS[byte % 32] ?? '0').join('');
  return `P-${digits.slice(0, 4)}-${digits.slice(4)}`;
};
