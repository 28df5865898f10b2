import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { forgetChangedEnvironment } from '../../../../src/framework/build/development-environment.ts';

test('a change of .env removes the variables that were read from it, but not those that were set elsewhere', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'environment-'));
  const cwd = vi.spyOn(process, 'cwd').mockReturnValue(root);
  onTestFinished(() => {
    cwd.mockRestore();
    vi.unstubAllEnvs();
    rmSync(root, { recursive: true });
  });
  writeFileSync(path.join(root, '.env'), 'SITE_NAME="Old name"\nPORT=9000\n');
  vi.stubEnv('SITE_NAME', 'Old name');
  vi.stubEnv('PORT', '8080');
  const watcher = new EventEmitter();
  forgetChangedEnvironment(watcher);

  watcher.emit('all', 'change', path.join(root, 'src/page.tsx'));
  expect(process.env.SITE_NAME).toBe('Old name');
  watcher.emit('all', 'change', path.join(root, '.env'));
  expect(process.env.SITE_NAME).toBeUndefined();
  expect(process.env.PORT).toBe('8080');
});
