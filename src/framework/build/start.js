import { spawnSync } from 'node:child_process';
import { serveBuild, setUpEngine } from './serve.js';

setUpEngine();
const { readEnvFile } = await import('./env-file.ts');
const { isBuilt } = await import('./build-record.ts');

readEnvFile();
if (!isBuilt()) {
  console.error('There is no build of these sources yet: building.');
  // In a process of its own: what the build needs of memory is not the server's.
  const { status } = spawnSync(process.execPath, ['src/framework/build/build.ts', '--only-if-stale'], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(1);
}
await serveBuild();
