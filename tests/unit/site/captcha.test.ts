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

const OWN = { 'script-src': "'self'", 'connect-src': "'self'" };
const provider = (name: string) => ({ CAPTCHA_PROVIDER: name, CAPTCHA_SITE_KEY: 'key', CAPTCHA_SECRET: 'secret' });

test('the self-hosted captcha needs a worker of this site and no other origin', async () => {
  const { captcha, policy } = await loadWith({});

  expect(captcha).toBeNull();
  expect(policy).toMatchObject({ ...OWN, 'worker-src': "'self'", 'frame-src': "'none'" });
});

test.each([
  [
    'Turnstile adds its origin only to the directives that it needs',
    provider('turnstile'),
    { name: 'Cloudflare Turnstile', siteKey: 'key' },
    {
      'script-src': "'self' https://challenges.cloudflare.com",
      'frame-src': 'https://challenges.cloudflare.com',
      'style-src': "'self'",
    },
  ],
  [
    'hCaptcha may load styles, and a custom script URL is allowed',
    { ...provider('hcaptcha'), CAPTCHA_SCRIPT_URL: 'https://captcha.example.net/api.js' },
    { script: 'https://captcha.example.net/api.js' },
    {
      'script-src': expect.stringContaining('https://captcha.example.net'),
      'style-src': expect.stringContaining('https://*.hcaptcha.com'),
    },
  ],
  [
    'Friendly Captcha may load frames but no scripts from its origins, because its script is bundled',
    provider('friendlycaptcha'),
    { name: 'Friendly Captcha', script: null },
    { ...OWN, 'frame-src': 'https://*.frcapi.com' },
  ],
])('%s, and the secret is not exposed', async (_, settings, widget, sources) => {
  const { captcha, policy } = await loadWith(settings);

  expect(captcha).toMatchObject(widget);
  expect(policy).toMatchObject(sources);
  expect(JSON.stringify(captcha)).not.toContain('secret');
});
