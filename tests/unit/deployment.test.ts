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
const composeText = readFileSync('compose.yaml', 'utf8');

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
  const { test: tests, audit } = parse(readFileSync('.github/workflows/ci.yml', 'utf8')).jobs;

  for (const job of [tests, audit]) expect(job.container).toBe(`node:${dependencies.node}-bookworm`);
  expect(readFileSync('.nvmrc', 'utf8').trim()).toBe(dependencies.node);
  expect(dockerfile).toContain(`ARG NODE_VERSION=${dependencies.node}\n`);
  expect(dockerfile.match(/^FROM .*$/gm)).toHaveLength(3);
  expect(dockerfile.match(/^FROM node:\$\{NODE_VERSION\}-/gm)).toHaveLength(3);
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

test('.env.example documents exactly the settings of the site', () => {
  const documented = [...readFileSync('.env.example', 'utf8').matchAll(/^# ([A-Z][A-Z_]+)=/gm)].map(([, name]) => name);

  expect(documented.sort()).toEqual(Object.keys(readSettings({})).sort());
});

test('the image, the systemd unit and docs/deployment.md start the server with the options of npm start', () => {
  const command = ['node', ...nodeOptions, 'dist/serve-node.js'];

  expect(dockerfile).toContain(`\nCMD [${command.map((word) => JSON.stringify(word)).join(', ')}]`);
  for (const file of ['deploy/site@.service', 'docs/deployment.md'])
    expect(readFileSync(file, 'utf8'), file).toContain(command.join(' '));
});

// tests/faults/reverse-proxies.test.ts starts Caddy and nginx. Traefik is not in Debian.
test('Traefik exposes neither metrics nor readiness', () => {
  const Routers = z.object({ http: z.object({ routers: z.record(z.string(), z.object({ rule: z.string() })) }) });
  const { routers } = Routers.parse(parse(readFileSync('deploy/traefik.yaml', 'utf8'))).http;
  const rules = Object.values(routers).map(({ rule }) => rule);
  const answersReads = rules.filter((rule) => !rule.includes('!Method(`GET`)'));

  expect(answersReads.length).toBeGreaterThan(0);
  for (const rule of answersReads) expect(rule).toContain('!Path(`/metrics`) && !Path(`/readyz`)');
});
