import { readFileSync } from 'node:fs';
import { BUILD_RECORD, build } from './build.ts';
import { readEnvFile } from './env-file.ts';
import { serveBuild } from './serve.ts';
import { fingerprintSources } from './sources.ts';

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

readEnvFile();
if (!isBuilt()) {
  console.error('There is no build of these sources yet: building.');
  await build();
}
await serveBuild();
