import { expect, test } from 'vitest';
import { createSecurityHeaders } from '../../../src/framework/security-headers.ts';
import { resetModulesWith } from '../../support/reset-modules.ts';

const loadWith = async (settings: Readonly<Record<string, string>>) => {
  resetModulesWith(settings);
  const { captchaSources, externalCaptcha } = await import('../../../src/site/captcha.ts');
  const headers = createSecurityHeaders({
    url: 'http://localhost:8080',
    robots: 'noindex',
    hsts: 'max-age=1',
    reportPath: '/reports',
    sources: captchaSources,
  });
  const directives = (headers['content-security-policy'] ?? '').split('; ').map((directive): [string, string] => {
    const [name = '', ...sources] = directive.split(' ');
    return [name, sources.join(' ')];
  });
  return { captcha: externalCaptcha, policy: Object.fromEntries(directives) };
};

const provider = (name: string) => ({ CAPTCHA_PROVIDER: name, CAPTCHA_SITE_KEY: 'key', CAPTCHA_SECRET: 'secret' });

test('the self-hosted captcha needs a worker of this site and no other origin', async () => {
  const { captcha, policy } = await loadWith({});

  expect(captcha).toBeNull();
  expect(policy).toMatchObject({ 'worker-src': "'self'", 'script-src': "'self'", 'connect-src': "'self'" });
  expect(policy['frame-src']).toBe("'none'");
});

test('a provider adds only its own origins, and only to the directives that it needs', async () => {
  const { captcha, policy } = await loadWith(provider('turnstile'));

  expect(captcha).toMatchObject({ name: 'Cloudflare Turnstile', siteKey: 'key' });
  expect(policy).toMatchObject({
    'script-src': "'self' https://challenges.cloudflare.com",
    'frame-src': 'https://challenges.cloudflare.com',
    'style-src': "'self'",
  });
});

test('hCaptcha may load styles, a custom script URL is allowed, and the secret is not exposed', async () => {
  const { captcha, policy } = await loadWith({
    ...provider('hcaptcha'),
    CAPTCHA_SCRIPT_URL: 'https://captcha.example.net/api.js',
  });

  expect(captcha).toMatchObject({ script: 'https://captcha.example.net/api.js' });
  expect(JSON.stringify(captcha)).not.toContain('secret');
  expect(policy['script-src']).toContain('https://captcha.example.net');
  expect(policy['style-src']).toContain('https://*.hcaptcha.com');
});

test('Friendly Captcha may load frames but no scripts from its origins, because its script is bundled', async () => {
  const { captcha, policy } = await loadWith(provider('friendlycaptcha'));

  expect(captcha).toMatchObject({ name: 'Friendly Captcha', script: null });
  expect(policy).toMatchObject({
    'script-src': "'self'",
    'frame-src': 'https://*.frcapi.com',
    'connect-src': "'self'",
  });
});
