import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { toHeaderFiles, toStaticName } from './static-host.ts';
import { wakuBuild } from './waku-build.ts';

const OUTPUT = 'export';

const fail = (message: string): never => {
  console.error(message);
  process.exit(1);
};

if (process.env.NODE_ENV !== 'test' && existsSync('.env')) process.loadEnvFile('.env');
if (!process.env.SITE_URL)
  fail('SITE_URL is not set. Canonical URLs, the sitemap and social cards of static pages contain it.');

// Static hosts serve the page of each file at its name.
process.env.SITE_TRAILING_SLASH = '';
wakuBuild();

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
