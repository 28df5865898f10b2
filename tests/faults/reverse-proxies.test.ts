import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findCommand } from '../browser.ts';
import { freePort } from '../support/free-port.ts';
import { listenOnLoopback } from '../support/listen-on-loopback.ts';
import { waitFor } from '../support/wait-for.ts';

/*
 * Starts the reverse proxies with the configuration files that operators copy, most in front of two instances that record what they
 * receive. Traefik is not in Debian, so its file is only read (tests/unit/deployment.test.ts).
 */

const folder = mkdtempSync(path.join(tmpdir(), 'proxies-'));
const received: string[] = [];
/** The instances that have received a request. */
const asked = new Set<string>();
let forwardedFor: string | undefined;
let hasFailed = false;

/** Closes the connection of every form, and that of the first request for `/fails-once`, like an instance that crashes. */
const instances: readonly Server[] = ['a', 'b'].map((name) =>
  createServer((incoming, response) => {
    const { method, url = '', headers } = incoming;
    if (url === '/readyz') return response.end();
    received.push(`${method} ${url}`);
    asked.add(name);
    forwardedFor = String(headers['x-forwarded-for']);
    const isFirstFailure = url === '/fails-once' && !hasFailed;
    if (isFirstFailure) hasFailed = true;
    if (isFirstFailure || method === 'POST') return incoming.socket.destroy();
    // As much as the security policy and the cache tags of a page with many items.
    response.setHeader('cache-tag', 'x'.repeat(8_000));
    return response.end('from an instance');
  }),
);

const started: ChildProcess[] = [];
let ports: readonly number[] = [];

/** Starts a server that runs in the foreground, and waits until it accepts connections. */
const start = async (command: string, args: readonly string[], env: NodeJS.ProcessEnv, url: string): Promise<void> => {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'pipe'] });
  started.push(child);
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  await waitFor(async () => {
    if (child.exitCode !== null) throw new Error(`${command} exited with ${child.exitCode}: ${output}`);
    await send(url, '/');
  });
};

type Answer = { readonly status: number; readonly location: string | undefined; readonly body: string };

/** Sends a request whose certificate is not checked, with an address that the client made up. */
const send = async (origin: string, target: string, method = 'GET'): Promise<Answer> => {
  const headers = { 'x-forwarded-for': '203.0.113.9', host: new URL(origin).host };
  if (origin.startsWith('http:')) {
    const response = await fetch(origin + target, { method, headers, redirect: 'manual' });
    const location = response.headers.get('location') ?? undefined;
    return { status: response.status, location, body: await response.text() };
  }
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const outgoing = request(origin + target, { method, headers, rejectUnauthorized: false }, async (response) => {
    let body = '';
    for await (const chunk of response.setEncoding('utf8')) body += chunk;
    resolve({ status: response.statusCode ?? 0, location: response.headers.location, body });
  });
  outgoing.once('error', reject).end();
  return promise;
};

beforeAll(async () => {
  ports = await Promise.all(instances.map(listenOnLoopback));
});

afterAll(async () => {
  for (const child of started) {
    if (child.exitCode !== null) continue;
    child.kill();
    await once(child, 'exit');
  }
  for (const instance of instances) {
    instance.closeAllConnections();
    instance.close();
  }
  rmSync(folder, { recursive: true, force: true });
});

/** A network to which no client belongs. */
const NO_CDN = '192.0.2.0/24';

/** @param open starts the proxy, which trusts the network of a CDN. */
const describeProxy = (name: string, open: (cdn: string) => Promise<string>): void => {
  describe.skipIf(findCommand(name) === null)(name, () => {
    let origin: string;

    beforeAll(async () => {
      origin = await open(NO_CDN);
    });

    test('passes pages on, with large headers and the address of the client instead of one that it claims', async () => {
      expect(await send(origin, '/faq')).toMatchObject({ status: 200, body: 'from an instance' });
      expect(forwardedFor).toBe('127.0.0.1');
    });

    test('behind a CDN, passes on the address of the client that the CDN names', async () => {
      await send(await open('127.0.0.0/8'), '/faq');
      expect(forwardedFor).toMatch(/^203\.0\.113\.9(?:, 127\.0\.0\.1)?$/);
    });

    test('exposes neither metrics nor readiness', async () => {
      for (const target of ['/metrics', '/readyz']) expect((await send(origin, target)).status, target).toBe(404);
      expect(received).not.toContain('GET /metrics');
    });

    test('requests a page and its files from one instance', async () => {
      asked.clear();
      for (const target of ['/faq', '/assets/style.css', '/assets/index.js']) await send(origin, target);
      expect(asked.size).toBe(1);
    });

    test('requests a page from the other instance if one fails', async () => {
      hasFailed = false;
      expect((await send(origin, '/fails-once')).status).toBe(200);
    });

    test('sends a form only once, even if the instance fails', async () => {
      // Another proxy, because a proxy leaves out an instance that has failed.
      const unused = await open(NO_CDN);
      received.length = 0;
      expect((await send(unused, '/contact', 'POST')).status).toBeGreaterThanOrEqual(502);
      expect(received).toEqual(['POST /contact']);
    });
  });
};

describeProxy('caddy', async (cdn) => {
  const file = path.join(mkdtempSync(path.join(folder, 'caddy-')), 'Caddyfile');
  const comment = `# trusted_proxies ${NO_CDN}`;
  writeFileSync(file, readFileSync('Caddyfile', 'utf8').replace(comment, `trusted_proxies ${cdn}`));
  const origin = `http://127.0.0.1:${await freePort()}`;
  const env = {
    SITE_DOMAIN: origin,
    SITE_INSTANCES: ports.map((port) => `127.0.0.1:${port}`).join(' '),
    CADDY_ADMIN: `127.0.0.1:${await freePort()}`,
    HOME: folder,
    XDG_CONFIG_HOME: folder,
    XDG_DATA_HOME: folder,
  };
  await start('caddy', ['run', '--adapter', 'caddyfile', '--config', file], env, origin);
  return origin;
});

/** Starts nginx with a file of `deploy`, in which the given texts are replaced. */
const startNginx = async (file: string, replacements: readonly (readonly [string, string])[], origin: string) => {
  const directory = mkdtempSync(path.join(folder, 'nginx-'));
  // A machine for tests may have no IPv6.
  let site = readFileSync(file, 'utf8').replaceAll(/^\tlisten \[::\].*\n/gm, '');
  for (const [text, replacement] of replacements) {
    if (!site.includes(text)) throw new Error(`${file} does not contain "${text}".`);
    site = site.replaceAll(text, replacement);
  }
  writeFileSync(path.join(directory, 'site.conf'), site);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${directory};`)
    .join('\n');
  // If root starts nginx, its workers run as another user, who cannot read temporary directories.
  const user = process.getuid?.() === 0 ? 'user root; ' : '';
  const main = `${user}daemon off; pid ${directory}/pid; error_log stderr;
events {}
http { access_log off; ${temporary} include ${directory}/site.conf; }`;
  writeFileSync(path.join(directory, 'nginx.conf'), main);
  await start('nginx', ['-e', 'stderr', '-c', path.join(directory, 'nginx.conf')], {}, origin);
};

/** Starts nginx in front of the instances, with a certificate that it has signed itself. */
const startSecureNginx = async (cdn = NO_CDN): Promise<{ readonly plainOrigin: string; readonly origin: string }> => {
  const [port, securePort] = [await freePort(), await freePort()];
  const certificates = mkdtempSync(path.join(folder, 'certificates-'));
  const [key, certificate] = [path.join(certificates, 'privkey.pem'), path.join(certificates, 'fullchain.pem')];
  const options = ['-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=www.example.org', '-days', '1'];
  execFileSync('openssl', ['req', '-x509', ...options, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  const origin = `https://127.0.0.1:${securePort}`;
  const replacements = [
    ['listen 80;', `listen ${port};`],
    ['listen 443 ', `listen ${securePort} `],
    ['/etc/letsencrypt/live/www.example.org', certificates],
    [`# set_real_ip_from ${NO_CDN}`, `set_real_ip_from ${cdn}`],
    ['127.0.0.1:8081', `127.0.0.1:${ports[0]}`],
    ['127.0.0.1:8082', `127.0.0.1:${ports[1]}`],
  ] as const;
  await startNginx('deploy/nginx.conf', replacements, origin);
  return { plainOrigin: `http://127.0.0.1:${port}`, origin };
};

describeProxy('nginx', async (cdn) => (await startSecureNginx(cdn)).origin);

test.skipIf(findCommand('nginx') === null)('nginx redirects to HTTPS', async () => {
  const { plainOrigin } = await startSecureNginx();

  expect(await send(plainOrigin, '/faq?q=park')).toMatchObject({
    status: 301,
    location: 'https://127.0.0.1/faq?q=park',
  });
});

test.skipIf(findCommand('nginx') === null)('nginx serves the static export at the URLs of its pages', async () => {
  const root = path.join(folder, 'export');
  mkdirSync(root);
  for (const name of ['index', 'faq', '404']) writeFileSync(path.join(root, `${name}.html`), name);
  writeFileSync(path.join(root, 'nginx-headers.conf'), 'add_header x-content-type-options "nosniff" always;\n');
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const replacements = [
    ['listen 80;', `listen ${port};`],
    ['/var/www/site', root],
  ] as const;
  await startNginx('deploy/nginx-static.conf', replacements, origin);

  expect(await send(origin, '/')).toMatchObject({ status: 200, body: 'index' });
  expect(await send(origin, '/faq')).toMatchObject({ status: 200, body: 'faq' });
  expect(await send(origin, '/nothing')).toMatchObject({ status: 404, body: '404' });
  for (const spelling of ['/faq/?q=park', '/faq.html?q=park']) {
    const { status, location = '' } = await send(origin, spelling);
    const { pathname, search } = new URL(location, origin);
    expect({ spelling, status, target: pathname + search }).toEqual({ spelling, status: 308, target: '/faq?q=park' });
  }
  const encoded = await send(origin, '/caf%C3%A9%0Dx-header:%20x%3F/');
  expect(encoded).toMatchObject({ status: 308, location: `${origin}/caf%C3%A9%0Dx-header:%20x%3F` });
  expect((await send(origin, '/nginx-headers.conf')).status).toBe(404);
});

test.skipIf(findCommand('systemd-analyze') === null)('systemd accepts the unit of the instances', () => {
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', 'deploy/site@.service'], { encoding: 'utf8' });

  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});
