import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readEnvFile } from './serve.js';
import { toHeaderFiles, toStaticName } from './static-host.ts';

const OUTPUT = 'export';

const fail = (message: string): never => {
  console.error(message);
  process.exit(1);
};

readEnvFile();
if (!process.env.SITE_URL)
  fail('SITE_URL is not set. Canonical URLs, the sitemap and social cards of static pages contain it.');

const { status } = spawnSync(process.execPath, [path.join(import.meta.dirname, 'build.ts')], { stdio: 'inherit' });
if (status !== 0) fail('The site could not be built.');

rmSync(OUTPUT, { recursive: true, force: true });
cpSync('dist/public', OUTPUT, { recursive: true });
for (const entry of readdirSync(OUTPUT, { recursive: true, withFileTypes: true })) {
  const file = path.join(entry.parentPath, entry.name);
  if (entry.isFile()) renameSync(file, path.join(OUTPUT, toStaticName(path.relative(OUTPUT, file))));
}
for (const [name, text] of Object.entries(toHeaderFiles(JSON.parse(readFileSync('dist/headers.json', 'utf8'))))) {
  writeFileSync(path.join(OUTPUT, name), text);
}
console.log(`The static site is in ${path.resolve(OUTPUT)}. docs/deployment.md says what it lacks.`);
