import 'server-only';
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { log } from '../log.ts';
import { makeDirectory, writeDurably } from './durable-files.ts';

/** Derives a key for one purpose, so that what is signed for one can never pass for the other. */
export type Secret = { readonly keyFor: (purpose: string) => string };

const SECRET = /^[\da-f]{64}$/;

export const toSecret = (hex: string): Secret => ({
  keyFor: (purpose) => createHmac('sha256', hex).update(purpose).digest('hex'),
});

const readHex = async (file: string): Promise<string | null> => {
  const text = await readFile(file, 'utf8').catch(() => '');
  return SECRET.test(text.trim()) ? text.trim() : null;
};

/**
 * The random secret of this installation, kept in the data directory: what was signed before a restart is valid after it.
 * Where the directory cannot be written it lasts as long as the process.
 */
export const readSecretHex = async (dataDir: string): Promise<string> => {
  const file = path.join(dataDir, 'secret');
  const kept = await readHex(file);
  if (kept) return kept;
  const fresh = randomBytes(32).toString('hex');
  try {
    await makeDirectory(dataDir);
    await writeDurably(file, `${fresh}\n`);
    // Of two processes that start at once, the last to write has won.
    return (await readHex(file)) ?? fresh;
  } catch (error) {
    log.error({ err: error }, 'the secret of the forms cannot be kept in DATA_DIR');
    return fresh;
  }
};

export const sign = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('base64url');

export const isSignedBy = (key: string, text: string, signature: string): boolean => {
  const expected = Buffer.from(sign(key, text));
  const given = Buffer.from(signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
};
