import { parse } from 'node-html-parser';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { type AskedQuestion, RCODE, respond, serveNames } from '../support/name-server.ts';
import { readGradually } from '../support/read-gradually.ts';
import { shareSite } from '../support/site-process.ts';
import { waitFor } from '../support/wait-for.ts';

const PAGE = '/nameserver-setup';

const listNames = (count: number, prefix = 'name'): string =>
  Array.from({ length: count }, (_, index) => `${prefix}-${index}.com`).join('\n');

const nameserver = (question: AskedQuestion, data: string): Buffer =>
  respond(question, {
    answers: question.type === 'NS' ? [{ type: 'NS', name: question.name, data, ttl: 300, class: 'IN' }] : [],
  });

type Answer = Parameters<typeof serveNames>[0];

/** How the resolver of the site answers; set by each test. */
let answer: Answer;
/** The address of the client, of which each test has another, because the checks of a client are limited. */
let address: string;
let clients = 0;
let server: Awaited<ReturnType<typeof serveNames>>;

const site = shareSite(async () => {
  server = await serveNames((question) => answer(question));
  return {
    PARKING_NAMESERVERS: 'ns1.park.net',
    DOMAIN_CHECKS_PER_MIN: '100',
    TRUST_PROXY: '127.0.0.1/32',
    LOG_LEVEL: 'debug',
    DNS_RESOLVERS: `127.0.0.1:${server.resolver.port}`,
  };
});

beforeEach(() => {
  clients += 1;
  address = `198.51.100.${clients}`;
});

afterAll(() => server?.close());

const toPath = (list: string): string => `${PAGE}?${new URLSearchParams({ domains: list })}`;

/** The results of a page: domain and verdict. */
const readRows = (html: string) =>
  parse(html)
    .querySelectorAll('li:has([data-verdict])')
    .map((row) => ['strong', '[data-verdict]'].map((selector) => row.querySelector(selector)?.textContent));

const visit = (list: string): Promise<Response> =>
  fetch(site.url + toPath(list), { headers: { 'x-forwarded-for': address } });

const post = (
  path: string,
  list: string,
  headers: Record<string, string> = {},
  fields: Record<string, string> = {},
): Promise<Response> =>
  fetch(site.url + path, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ domains: list, ...fields }),
    headers: { origin: site.url, 'x-forwarded-for': address, ...headers },
  });

// A browser without scripts sends the list in the URL, which has six characters for each letter of such a name.
test('50 domains of a script that is not Latin fit into the URL', async () => {
  answer = async (question) => [nameserver(question, 'ns1.other.net')];
  const list = Array.from({ length: 50 }, (_, index) => `парковка-доменов-${index}.рф`).join('\r\n');
  const response = await visit(list);

  expect(response.status).toBe(200);
  expect(readRows(await response.text())).toHaveLength(50);
});

test('the page has a row for each domain, in their order, is not indexed, and is not cached', async () => {
  let ours = 'ns1.park.net';
  answer = async (question) => {
    if (question.name.includes('missing')) return [respond(question, { rcode: RCODE.nxdomain })];
    return [nameserver(question, question.name.includes('ours') ? ours : 'ns1.other.net')];
  };

  const response = await visit('other.com\nours-1.com\nmissing.com\nnonsense');
  const html = await response.text();
  expect(readRows(html)).toEqual([
    ['other.com', 'Points elsewhere'],
    ['ours-1.com', 'Points to us'],
    ['missing.com', 'Does not exist'],
  ]);
  expect(parse(html).querySelector('meta[name=robots]')?.getAttribute('content')).toContain('noindex');
  expect(html).toContain('Line 4, “nonsense”: No extension such as .com.');
  ours = 'ns1.other.net';
  expect(readRows(await (await visit('ours-2.com')).text())).toEqual([['ours-2.com', 'Points elsewhere']]);
});

test('a row is sent while the domains after it are still being asked', async () => {
  const last = Promise.withResolvers<void>();
  answer = async (question) => {
    if (question.name.includes('last')) await last.promise;
    return [nameserver(question, 'ns1.park.net')];
  };
  const path = toPath('first.com\nlast.com');
  const { until } = readGradually(await fetch(site.url + path, { headers: { 'x-forwarded-for': address } }));

  expect(readRows(await until('first.com</strong>'))).toEqual([['first.com', 'Points to us']]);
  last.resolve();
  expect(readRows(await until('2 domains checked.'))).toHaveLength(2);
});

test('a form without scripts is redirected to its page, and a list that fits into no URL gets a page that says why', async () => {
  const submit = (list: string, page: string) => post('/api/domain-check', list, { accept: 'text/html' }, { page });

  const redirect = await submit('one.com\nmünchen.de', `${PAGE}#report`);
  expect(redirect.status).toBe(303);
  expect(redirect.headers.get('location')).toBe(`${toPath('one.com\nmünchen.de')}#report`);
  expect((await submit('one.com', '/.//other.example')).headers.get('location')).toBe('/other.example?domains=one.com');
  for (const count of [1_500, 20_000]) {
    const rejection = await submit(listNames(count), PAGE);
    expect(rejection.status).toBe(413);
    expect(parse(await rejection.text()).querySelector('main')?.textContent).toContain('50 domains at a time');
  }
});

test('a list is answered as JSON lines and as a CSV file, also longer than a URL may be, with the lines that are not domains', async () => {
  answer = async (question) => [nameserver(question, 'ns1.park.net')];
  const list = listNames(50, 'a-rather-long-name-that-somebody-registered-in-1998');
  const note = 'Line 51, “nonsense”: No extension such as .com.';

  const lines = (await (await post('/api/domain-check', `${list}\nnonsense`)).text()).trim().split('\n');
  expect(lines).toHaveLength(51);
  expect(JSON.parse(lines[0] ?? '')).toEqual({ total: 50, notes: [note] });
  const file = await post('/api/domain-check.csv', `${list}\nnonsense`);
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="domain-check.csv"');
  const rows = (await file.text()).trim().split('\r\n');
  expect(rows[0]).toContain('"Domain","Result","NS","A"');
  expect(rows[1]).toContain('-0.com","Points to us","ns1.park.net"');
  expect(rows.at(-1)).toBe(`"${note}"`);
  const tooLong = await post('/api/domain-check.csv', listNames(60, 'many'));
  expect(await tooLong.text()).toContain('"The check takes 50 domains at a time, and this list has 60.');
});

test('a client over its limit gets 429 from the page and the endpoints, and nothing is asked', async () => {
  let count = 0;
  answer = async (question) => {
    count += 1;
    return [nameserver(question, 'ns1.park.net')];
  };
  await (await visit(listNames(50, 'one'))).text();
  await (await post('/api/domain-check', listNames(50, 'two'))).text();
  const asked = count;

  const page = await visit('three.com');
  expect(page.status).toBe(429);
  expect(await page.text()).toContain('as many domains as we can check for you right now');
  const endpoint = await post('/api/domain-check', 'three.com');
  expect(endpoint.status).toBe(429);
  expect(Number(endpoint.headers.get('retry-after'))).toBeGreaterThan(0);
  const file = await post('/api/domain-check.csv', 'three.com', { accept: 'text/html' });
  expect(file.status).toBe(429);
  expect(parse(await file.text()).querySelector('main')?.textContent).toContain('as many domains as we can check');
  expect(count).toBe(asked);
});

test('lists without domains to check are limited, too', async () => {
  const responses = await Promise.all(
    Array.from({ length: 40 }, () => post('/api/domain-check', 'x.y\n'.repeat(8_000))),
  );
  const statuses = responses.map(({ status }) => status);

  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(30);
  expect(statuses).toContain(429);
});

test('the endpoints take lists by POST only', async () => {
  const get = await fetch(`${site.url}/api/domain-check`);
  expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST']);
  expect(await get.json()).toMatchObject({ statusCode: 405 });
});

test('no domain that was checked is in the log', async () => {
  answer = async (question) => [respond(question, { rcode: RCODE.servfail })];
  await (await visit('secret-name.com')).text();
  await (await post('/api/domain-check', 'secret-name.com')).text();

  await waitFor(() => expect(site.output()).toContain('/api/domain-check'));
  expect(site.output()).toContain(PAGE);
  expect(site.output()).not.toContain('secret-name');
});
