import 'server-only';
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { log } from '../framework/log.ts';
import { makeDirectory, writeDurably } from './durable-files.ts';

/** Derives a key per purpose, so that a signature for one purpose is not valid for another. */
export type Secret = { readonly keyFor: (purpose: string) => string };

const SECRET = /^[\da-f]{64}$/;

const toSecret = (hex: string): Secret => ({
  keyFor: (purpose) => createHmac('sha256', hex).update(purpose).digest('hex'),
});

const readHex = async (file: string): Promise<string | null> => {
  const text = await readFile(file, 'utf8').catch(() => '');
  return SECRET.test(text.trim()) ? text.trim() : null;
};

/** Form tokens are valid the longest, for a day (`form-token.ts`). */
const FORMER_VALID_MS = 24 * 60 * 60 * 1000;

/** The current signing secret, and former ones whose signatures have not expired. */
export type Keyring = {
  readonly current: () => Secret;
  readonly all: () => readonly Secret[];
  readonly currentHex: () => string;
  /** Signs with another secret from now on. Signatures of the former secret stay valid until they expire. */
  readonly adopt: (hex: string) => void;
};

export const createKeyring = (hex: string): Keyring => {
  let current = hex;
  let former: { readonly hex: string; readonly until: number }[] = [];

  return {
    current: () => toSecret(current),
    all: () => {
      former = former.filter(({ until }) => until > Date.now());
      return [current, ...former.map((one) => one.hex)].map(toSecret);
    },
    currentHex: () => current,
    adopt: (next) => {
      former = [...former, { hex: current, until: Date.now() + FORMER_VALID_MS }].filter((one) => one.hex !== next);
      current = next;
    },
  };
};

export const isSecretHex = (text: string): boolean => SECRET.test(text);

const fileIn = (dataDir: string): string => path.join(dataDir, 'secret');

/** @throws {Error} when the directory is not writable. */
export const storeSecretHex = async (dataDir: string, hex: string): Promise<void> => {
  await makeDirectory(dataDir);
  await writeDurably(fileIn(dataDir), `${hex}\n`);
};

/**
 * The random secret of this installation, stored in the data directory so that signatures stay valid across restarts. If the
 * directory is not writable, the secret lasts as long as the process.
 */
export const readSecretHex = async (dataDir: string): Promise<string> => {
  const file = fileIn(dataDir);
  const stored = await readHex(file);
  if (stored) return stored;
  const fresh = randomBytes(32).toString('hex');
  try {
    await storeSecretHex(dataDir, fresh);
    // Of two processes that start at once, the last one to write wins.
    return (await readHex(file)) ?? fresh;
  } catch (error) {
    log.error({ err: error }, 'the signing secret cannot be stored in DATA_DIR');
    return fresh;
  }
};

export const sign = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('base64url');

export const isSignedBy = (key: string, text: string, signature: string): boolean => {
  const expected = Buffer.from(sign(key, text));
  const given = Buffer.from(signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
};
