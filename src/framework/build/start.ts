import { readFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { BUILD_RECORD, build, COMPILED } from './build.ts';
import { fingerprintSources } from './sources.ts';

type Server = { readonly unstable_serverEntry: { readonly serve: () => void } };

const isBuilt = (): boolean => {
  try {
    const record: unknown = JSON.parse(readFileSync(BUILD_RECORD, 'utf8'));
    return (
      typeof record === 'object' &&
      record !== null &&
      'fingerprint' in record &&
      record.fingerprint === fingerprintSources()
    );
  } catch {
    return false;
  }
};

process.env.NODE_ENV = 'production';
if (!isBuilt()) {
  console.error('There is no build of these sources yet: building.');
  await build();
}
enableCompileCache(COMPILED);
const { unstable_serverEntry: server }: Server = await import(pathToFileURL(path.resolve('dist/server/index.js')).href);
server.serve();
