import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';

type Watcher = { readonly on: (event: 'all', listener: (event: string, file: string) => void) => unknown };

/** The files that Waku reads when it starts. */
const ENV_FILES = ['.env', '.env.local'];

/**
 * Applies changes of `.env` and `.env.local`. When one of them changes, Vite restarts the server and Waku reads the
 * files again, but keeps variables that are already set. So the variables that came from the files are removed first.
 */
export const forgetChangedEnvironment = (watcher: Watcher): void => {
  const files = ENV_FILES.map((name) => path.resolve(name));
  const loaded = files
    .filter((file) => existsSync(file))
    .flatMap((file) => Object.entries(parseEnv(readFileSync(file, 'utf8'))))
    .filter(([name, value]) => process.env[name] === value);
  watcher.on('all', (_event, file) => {
    if (files.includes(path.resolve(file))) for (const [name] of loaded) delete process.env[name];
  });
};
