import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isRedisMissing, openRedis } from '../support/redis-server.ts';

const SOURCES = ['src', 'public', 'private', 'package.json', 'package-lock.json', 'tsconfig.json', 'waku.config.ts'];

test.skipIf(isRedisMissing)('a build with REDIS_URL succeeds and does not write to Redis', async () => {
  const redis = await openRedis();
  const folder = await mkdtemp(path.join(tmpdir(), 'build-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const source of SOURCES) await cp(source, path.join(folder, source), { recursive: true });
  await symlink(path.resolve('node_modules'), path.join(folder, 'node_modules'));

  const build = spawn('waku', ['build'], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production', REDIS_URL: redis.url },
    stdio: 'ignore',
  });
  onTestFinished(() => void build.kill('SIGKILL'));

  expect(await once(build, 'exit')).toEqual([0, null]);
  expect(await redis.names()).toEqual([]);
});
