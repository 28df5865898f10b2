import 'server-only';
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { log } from '../framework/log.ts';
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

/** Signatures are valid for a day at most (`started-at.ts`). */
const FORMER_VALID_MS = 24 * 60 * 60 * 1000;

/** The current signing secret, and former ones whose signatures have not expired. */
export type Keyring = {
  readonly current: () => Secret;
  readonly all: () => readonly Secret[];
  readonly currentHex: () => string;
  /** Signs with another secret from now on. What was signed with the one before stays valid until it expires. */
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

/** Throws where the directory cannot be written. */
export const storeSecretHex = async (dataDir: string, hex: string): Promise<void> => {
  await makeDirectory(dataDir);
  await writeDurably(fileIn(dataDir), `${hex}\n`);
};

/**
 * The random secret of this installation, kept in the data directory: what was signed before a restart is valid after it.
 * Where the directory cannot be written it lasts as long as the process.
 */
export const readSecretHex = async (dataDir: string): Promise<string> => {
  const file = fileIn(dataDir);
  const kept = await readHex(file);
  if (kept) return kept;
  const fresh = randomBytes(32).toString('hex');
  try {
    await storeSecretHex(dataDir, fresh);
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
