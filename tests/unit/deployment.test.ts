import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { readSettings } from '../../src/env.ts';

/*
 * Checks that the deployment files (Dockerfile, compose.yaml, Caddyfile and those in `deploy`) and the documents about them are
 * consistent with the site and with each other.
 */

const dockerfile = readFileSync('Dockerfile', 'utf8');
const caddyfile = readFileSync('Caddyfile', 'utf8');
const nginx = readFileSync('deploy/nginx.conf', 'utf8');
const traefik = readFileSync('deploy/traefik.yaml', 'utf8');
const composeText = readFileSync('compose.yaml', 'utf8');
const deploymentGuide = readFileSync('docs/deployment.md', 'utf8');

const { dependencies, scripts } = z
  .object({ dependencies: z.object({ node: z.string() }), scripts: z.object({ start: z.string() }) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')));
/** The options of Node.js in `npm start`. */
const nodeOptions = scripts.start.split(' ').filter((word) => word.startsWith('--'));

const Service = z.object({
  image: z.string(),
  build: z.string().optional(),
  env_file: z.array(z.object({ path: z.string(), required: z.boolean() })).default([]),
  environment: z.record(z.string(), z.string()).default({}),
  networks: z.array(z.string()),
  depends_on: z.union([z.array(z.string()), z.record(z.string(), z.unknown())]).default([]),
  volumes: z.array(z.string()).default([]),
  ports: z.array(z.string()).default([]),
  read_only: z.boolean().default(false),
  tmpfs: z.array(z.string()).default([]),
  cap_drop: z.array(z.string()).default([]),
  stop_grace_period: z.string().optional(),
});

const Compose = z.object({
  services: z.record(z.string(), Service),
  networks: z.record(z.string(), z.object({ ipam: z.object({ config: z.array(z.object({ subnet: z.string() })) }) })),
  volumes: z.record(z.string(), z.null()),
});

const compose = Compose.parse(parse(composeText, { merge: true }));
const instances = Object.entries(compose.services).filter(([, { build }]) => build !== undefined);

/** Replaces `${NAME:-default}` with the default, as compose does for unset variables. */
const withDefaults = (environment: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, value.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1')]),
  );

/** The arguments of each `COPY` instruction. */
const copyArguments = dockerfile
  .split('\n')
  .filter((line) => line.startsWith('COPY '))
  .map((line) => line.split(' ').slice(1));
const fromContext = copyArguments
  .filter(([first]) => !first?.startsWith('--from='))
  .flatMap((words) => words.slice(0, -1));
const fromBuild = copyArguments.filter(([first]) => first === '--from=build').map(([, source = '']) => source);

test('the files that the Dockerfile copies exist, and .dockerignore does not exclude those of the build context', () => {
  const ignored = readFileSync('.dockerignore', 'utf8').split('\n');

  expect(fromContext).toContain('src');
  expect(fromContext.filter((source) => !existsSync(source))).toEqual([]);
  expect(ignored).toContain('*');
  expect(fromContext.filter((source) => !ignored.includes(`!${source}`))).toEqual([]);
  const sources = fromBuild.map((source) => source.replace('/site/', '')).filter((source) => source !== 'dist');
  expect(sources.filter((source) => !existsSync(source))).toEqual([]);
});

test('the image, the CI workflow and .nvmrc use the Node.js version of package.json', () => {
  const jobs = Object.values(parse(readFileSync('.github/workflows/ci.yml', 'utf8')).jobs);

  expect(jobs).toEqual(jobs.map(() => expect.objectContaining({ container: `node:${dependencies.node}-bookworm` })));
  expect(readFileSync('.nvmrc', 'utf8').trim()).toBe(dependencies.node);
  expect(dockerfile).toContain(`ARG NODE_VERSION=${dependencies.node}\n`);
  expect(dockerfile.match(/^FROM .*$/gm)).toHaveLength(3);
  expect(dockerfile.match(/^FROM node:\$\{NODE_VERSION\}-/gm)).toHaveLength(3);
});

test('the image and docs/deployment.md start the server with the options of npm start', () => {
  const command = ['node', ...nodeOptions, 'dist/serve-node.js'].map((word) => JSON.stringify(word)).join(', ');
  expect(dockerfile).toContain(`\nCMD [${command}]`);
  expect(deploymentGuide).toContain(`node ${nodeOptions.join(' ')} dist/serve-node.js`);
});

test('the server in the image runs as an unprivileged user and has a health check', () => {
  expect(dockerfile.split('USER node')[1]).toContain('\nCMD ');
  expect(dockerfile.split('HEALTHCHECK')[1]).toContain('/healthz');
});

test('compose.yaml sets only known settings to valid values', () => {
  const known = new Set(Object.keys(readSettings({})));

  expect(instances).toHaveLength(2);
  for (const [, { environment }] of instances) {
    expect(Object.keys(environment).filter((name) => !known.has(name))).toEqual([]);
    expect(() => readSettings(withDefaults(environment))).not.toThrow();
  }
});

/** The settings that compose.yaml determines; their values in `.env` have no effect. */
const FIXED = ['HOST', 'PORT', 'DATA_DIR', 'SITE_URL', 'REDIS_URL', 'TRUST_PROXY', 'STOP_DRAIN_MS'];

test('both instances take every setting from .env, except those that compose.yaml determines', () => {
  const names = Object.keys(readSettings({}));
  for (const [, { env_file, environment }] of instances) {
    expect(env_file).toEqual([{ path: '.env', required: false }]);
    // An entry of `environment` overrides the file, except in the form `NAME: ${NAME:-default}`.
    const overridden = names.filter((name) => name in environment && !environment[name]?.startsWith(`\${${name}:-`));
    expect(overridden.sort()).toEqual(FIXED.toSorted());
  }
});

test('the instances can write only to their data volume and /tmp, and have no capabilities or published ports', () => {
  for (const [name, service] of instances) {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], tmpfs: ['/tmp'], ports: [] });
    expect(service.volumes).toEqual([`${name.replace('site', 'data')}:/data`]);
  }
});

test('the instances drain for at least three health checks of the proxy, and have more than ten seconds to stop', () => {
  for (const [, service] of instances) {
    const settings = readSettings(withDefaults(service.environment));
    expect(Number.parseInt(service.stop_grace_period ?? '0', 10)).toBeGreaterThan(10);
    expect(settings.STOP_DRAIN_MS).toBeGreaterThanOrEqual(
      3 * 1_000 * Number(/health_interval (\d+)s/.exec(caddyfile)?.[1]),
    );
  }
});

test('settings, upstreams, volumes and networks refer to what compose.yaml defines', () => {
  const names = Object.keys(compose.services);
  const [, site] = instances[0] ?? [];
  const settings = readSettings(withDefaults(site?.environment ?? {}));

  expect(names).toContain(new URL(settings.REDIS_URL ?? '').hostname);
  expect(names).toContain(new URL(settings.SMTP_URL ?? '').hostname);
  expect(settings.TRUST_PROXY).toEqual([compose.networks.inside?.ipam.config[0]?.subnet]);
  const upstreams = /SITE_INSTANCES:([^}]+)\}/.exec(caddyfile)?.[1]?.split(' ');
  expect(upstreams).toEqual(instances.map(([name]) => `${name}:${settings.PORT}`));
  for (const service of Object.values(compose.services)) {
    const required = Array.isArray(service.depends_on) ? service.depends_on : Object.keys(service.depends_on);
    expect(required.filter((name) => !names.includes(name))).toEqual([]);
    expect(service.networks.filter((name) => !(name in compose.networks))).toEqual([]);
    const volumes = service.volumes.map((volume) => volume.split(':')[0] ?? '');
    expect(volumes.filter((name) => !(name in compose.volumes) && !existsSync(name))).toEqual([]);
  }
});

test('Caddy exposes neither metrics nor readiness, and retries only GET and HEAD requests', () => {
  expect(caddyfile).toContain('@operation path /metrics /readyz\n\trespond @operation 404');
  expect(caddyfile).toContain('lb_retry_match method GET HEAD');
});

test('.env.example documents exactly the settings of the site', () => {
  const documented = [...readFileSync('.env.example', 'utf8').matchAll(/^# ([A-Z][A-Z_]+)=/gm)].map(([, name]) => name);

  expect(documented.sort()).toEqual(Object.keys(readSettings({})).sort());
});

test('nginx and Traefik expose neither metrics nor readiness', () => {
  expect(nginx).toMatch(/location = \/metrics \{\s+return 404;/);
  expect(nginx).toMatch(/location = \/readyz \{\s+return 404;/);
  expect(traefik).toContain('!Path(`/metrics`) && !Path(`/readyz`)');
  expect(() => parse(traefik)).not.toThrow();
});

// The site closes a connection that has been idle for 65 seconds (src/framework/endpoints/listen.ts).
test('nginx and Traefik close idle connections before the site does', () => {
  const idleS = [/keepalive_timeout (\d+)s/.exec(nginx)?.[1], /idleConnTimeout: (\d+)s/.exec(traefik)?.[1]].map(Number);
  expect(idleS.filter((seconds) => seconds < 65)).toHaveLength(2);
});

test('nginx replaces X-Forwarded-For and does not retry POST requests', () => {
  expect(nginx).toContain('proxy_set_header X-Forwarded-For $remote_addr;');
  expect(nginx).not.toContain('non_idempotent');
});

test('the systemd unit starts the server with the options of npm start, and gives it more than ten seconds to stop', () => {
  const unit = readFileSync('deploy/site@.service', 'utf8');

  expect(unit).toContain(`/node_modules/.bin/node ${nodeOptions.join(' ')} dist/serve-node.js`);
  expect(Number(/TimeoutStopSec=(\d+)/.exec(unit)?.[1])).toBeGreaterThan(10);
});

test('docs/operations.md lists every alert, and every metric that an alert uses', () => {
  const operationsGuide = readFileSync('docs/operations.md', 'utf8');
  const Alerts = z.object({
    groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })),
  });
  const rules = Alerts.parse(parse(readFileSync('deploy/alerts.yaml', 'utf8'))).groups.flatMap((group) => group.rules);
  const metrics = [...operationsGuide.matchAll(/`([a-z]+_[a-z\d_]+)(?:\{[^`]*\})?`/g)].map(([, name]) => name);

  expect(rules.map(({ alert }) => alert).filter((name) => !operationsGuide.includes(`| \`${name}\` |`))).toEqual([]);
  const used = rules.flatMap(
    ({ expr }) => expr.match(/\b(?:http|mail|cms|renders|client|process|nodejs)_[a-z\d_]+/g) ?? [],
  );
  expect(used.map((name) => name.replace(/_bucket$/, '')).filter((name) => !metrics.includes(name))).toEqual([]);
});
