import 'server-only';
import { createHmac, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isSameSecret, log } from '../framework/shared.ts';
import { makeDirectory, writeDurably } from './durable-files.ts';

const SECRET = /^[\da-f]{64}$/;

export const isSecret = (text: string): boolean => SECRET.test(text);

/** Derives a key per purpose, so that a signature for one purpose is not valid for another. */
export const keyFor = (secret: string, purpose: string): string =>
  createHmac('sha256', secret).update(purpose).digest('hex');

const readFrom = async (file: string): Promise<string | null> => {
  const text = (await readFile(file, 'utf8').catch(() => '')).trim();
  return isSecret(text) ? text : null;
};

/** No signature is valid for longer: form tokens are valid for a day (`form-token.ts`). */
const FORMER_VALID_MS = 24 * 60 * 60 * 1000;

/**
 * The current signing secret, and former ones whose signatures have not expired.
 *
 * @param secret 64 hexadecimal digits.
 */
export const createKeyring = (secret: string) => {
  let current = secret;
  let former: { readonly secret: string; readonly until: number }[] = [];

  return {
    current: (): string => current,
    all: (): readonly string[] => {
      former = former.filter(({ until }) => until > Date.now());
      return [current, ...former.map((one) => one.secret)];
    },
    /** Signs with another secret from now on. Signatures of the former secret stay valid until they expire. */
    adopt: (next: string): void => {
      former = [...former, { secret: current, until: Date.now() + FORMER_VALID_MS }].filter(
        (one) => one.secret !== next,
      );
      current = next;
    },
  };
};

export type Keyring = ReturnType<typeof createKeyring>;

const fileIn = (dataDir: string): string => path.join(dataDir, 'secret');

/** @throws {Error} when the directory is not writable. */
export const storeSecret = async (dataDir: string, secret: string): Promise<void> => {
  await makeDirectory(dataDir);
  await writeDurably(fileIn(dataDir), `${secret}\n`);
};

/**
 * The random secret of this installation, stored in the data directory so that signatures stay valid across restarts. If the
 * directory is not writable, the secret lasts as long as the process.
 */
export const readSecret = async (dataDir: string): Promise<string> => {
  const file = fileIn(dataDir);
  const stored = await readFrom(file);
  if (stored) return stored;
  const fresh = randomBytes(32).toString('hex');
  try {
    await storeSecret(dataDir, fresh);
    // Read again, because another process that started at the same time may have replaced it.
    return (await readFrom(file)) ?? fresh;
  } catch (error) {
    log.error({ err: error }, 'the signing secret cannot be stored in DATA_DIR');
    return fresh;
  }
};

export const sign = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('base64url');

export const isSignedBy = (key: string, text: string, signature: string): boolean =>
  isSameSecret(sign(key, text), signature);
