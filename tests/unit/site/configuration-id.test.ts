import { expect, test } from 'vitest';
import { readSettings } from '../../../src/env.ts';
import { toConfigurationId } from '../../../src/site/configuration-id.ts';

const idOf = (settings: Record<string, string>) => toConfigurationId(readSettings(settings));

test('equal settings have equal ids, and different settings different ones', () => {
  expect(idOf({ SITE_NAME: 'A' })).toBe(idOf({ SITE_NAME: 'A' }));
  expect(idOf({ SITE_NAME: 'A' })).not.toBe(idOf({ SITE_NAME: 'B' }));
});

test('host, port, data directory and log level may differ between instances', () => {
  expect(
    idOf({ HOST: '127.0.0.1', PORT: '9001', DATA_DIR: '/tmp/a', LOG_LEVEL: 'debug', SITE_URL: 'https://a.example' }),
  ).toBe(idOf({ SITE_URL: 'https://a.example' }));
});
