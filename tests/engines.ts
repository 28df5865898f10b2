import { spawnSync } from 'node:child_process';
import { findBrowser, findFirefox } from './browser.ts';

export type Engine = {
  readonly name: 'Chromium' | 'Firefox' | 'WebKitGTK';
  /** Null if the engine is not installed. */
  readonly version: string | null;
  /** The npm script of its tests. */
  readonly script: string;
};

/** WebKitGTK has no command that prints its version. */
const PRINT_WEBKIT_VERSION = `
import gi
gi.require_version('WebKit2', '4.1')
from gi.repository import WebKit2
print(WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version(), sep='.')
`;

const readVersion = (command: string | null, ...args: string[]): string | null => {
  if (command === null) return null;
  const { stdout } = spawnSync(command, args, { encoding: 'utf8' });
  return stdout?.match(/\d+(?:\.\d+)+\w*/)?.[0] ?? null;
};

/** The browser engines of the tests, with the installed versions. */
export const listEngines = (): readonly Engine[] => [
  { name: 'Chromium', version: readVersion(findBrowser(), '--version'), script: 'test:e2e' },
  { name: 'Firefox', version: readVersion(findFirefox(), '--version'), script: 'test:firefox' },
  { name: 'WebKitGTK', version: readVersion('/usr/bin/python3', '-c', PRINT_WEBKIT_VERSION), script: 'test:webkit' },
];

export const describeEngine = ({ name, version }: Engine): string => `${name} ${version ?? 'is not installed'}`;

if (import.meta.main) {
  let failed = false;
  for (const engine of listEngines()) {
    console.log(`\n## ${describeEngine(engine)}: npm run ${engine.script}`);
    if (engine.version === null) failed = true;
    else if (spawnSync('npm', ['run', '--silent', engine.script], { stdio: 'inherit' }).status !== 0) failed = true;
  }
  process.exitCode = failed ? 1 : 0;
}
