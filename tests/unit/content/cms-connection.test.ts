import { expect, test } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { resetModulesWith } from '../../support/reset-modules.ts';
import { type Content, serveWordPress } from '../../support/wordpress-server.ts';

const DEFAULTS = { CMS_URL: '', CMS_USER: '', CMS_APP_PASSWORD: '', CMS_TIMEOUT_MS: '2000' };

/** Loads the module again with these settings. */
const openCheck = async (settings: Record<string, string>) => {
  resetModulesWith({ ...DEFAULTS, ...settings });
  const { checkCms } = await import('../../../src/content/cms-connection.ts');
  return checkCms;
};

const EDITOR = { CMS_USER: 'editor', CMS_APP_PASSWORD: 'abcd efgh' };
const connection: Content = { '/wp-json/api/connection': { id: 'check-1' } };

test('the check sends its id to the CMS and returns the id of the response', async () => {
  const wordpress = await serveWordPress(connection);
  const checkCms = await openCheck({ CMS_URL: `${wordpress.url}/` });

  expect(await checkCms('check-1')).toEqual({ status: 'ok', url: wordpress.url, id: 'check-1', editor: 'none' });
  expect(wordpress.requests).toEqual(['/wp-json/api/connection?id=check-1']);
});

test('without CMS_URL the check reports that there is no CMS', async () => {
  expect(await (await openCheck({}))('check-1')).toEqual({ status: 'none' });
});

test('the check reports whether the configured user may read drafts', async () => {
  const contentWithUser = (capabilities: Record<string, boolean>) => ({
    ...connection,
    '/wp-json/wp/v2/users/me': { capabilities },
  });
  const wordpress = await serveWordPress(contentWithUser({ edit_others_posts: true }));
  const checkCms = await openCheck({ CMS_URL: wordpress.url, ...EDITOR });

  expect(await checkCms('1')).toMatchObject({ status: 'ok', editor: 'ok' });
  wordpress.setContent(contentWithUser({ read: true }));
  expect(await checkCms('2')).toMatchObject({ status: 'ok', editor: 'no-rights' });
  wordpress.failWith('unauthorized', '/wp-json/wp/v2/users/me');
  expect(await checkCms('3')).toMatchObject({ status: 'ok', editor: 'rejected' });
});

test.each([
  ['error500', 'unusable'],
  ['html', 'unusable'],
  ['redirectAway', 'unusable'],
  ['forbidden', 'rejected'],
  ['silent', 'timeout'],
] as const)('a CMS with the fault %s is reported as %s', async (fault, problem) => {
  const wordpress = await serveWordPress(connection);
  wordpress.failWith(fault);
  const checkCms = await openCheck({ CMS_URL: wordpress.url, CMS_TIMEOUT_MS: '400' });

  expect(await checkCms('1')).toMatchObject({ status: 'failed', url: wordpress.url, problem });
});

test('a WordPress without the plugin, a closed port, an unknown host and a server without TLS are told apart', async () => {
  const wordpress = await serveWordPress();

  expect(await (await openCheck({ CMS_URL: wordpress.url }))('1')).toMatchObject({ problem: 'no-plugin' });
  const closed = `http://127.0.0.1:${await freePort()}`;
  expect(await (await openCheck({ CMS_URL: closed }))('1')).toMatchObject({ problem: 'refused' });
  expect(await (await openCheck({ CMS_URL: 'http://cms.invalid' }))('1')).toMatchObject({ problem: 'dns' });
  const withoutTls = wordpress.url.replace('http:', 'https:');
  expect(await (await openCheck({ CMS_URL: withoutTls }))('1')).toMatchObject({ problem: 'tls' });
});

test('the result does not contain the password in CMS_URL', async () => {
  const wordpress = await serveWordPress();
  const checkCms = await openCheck({ CMS_URL: wordpress.url.replace('//', '//staging:hidden-word@') });

  expect(JSON.stringify(await checkCms('1'))).not.toContain('hidden-word');
});
