import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { waitFor } from '../../support/wait-for.ts';
import {
  type Content,
  faq as faqContent,
  faqItem,
  faqPage,
  openSiteOn,
  page,
  pages,
  post,
  posts,
  serveWordPress,
  useOf,
} from '../../support/wordpress-server.ts';

const faqPageWith = (headline: string) => faqPage({ faq: { headline } });

const LIVE: Content = {
  ...faqPageWith('Live'),
  ...faqContent(faqItem({ title: 'Live?' })),
  ...posts(post({ slug: 'live' })),
};

/** A server with a data directory. Waiting for a CMS that does not answer would time out the test. */
const start = async (wordpress: { url: string }, dataDir: string, settings: Record<string, string> = {}) => {
  const site = await openSiteOn(wordpress, {
    CMS_TIMEOUT_MS: '60000',
    CMS_TTL_S: '60',
    DATA_DIR: dataDir,
    ...settings,
  });
  await site.contentService.start();
  return { ...site, stop: () => site.contentService.stop(10_000) };
};

type Server = Awaited<ReturnType<typeof start>>;

/** A data directory in which a server has kept what it read. */
const keep = async (
  wordpress: { url: string },
  read: (server: Server) => Promise<unknown>,
  dataDir = temporaryDirectory(),
): Promise<string> => {
  const server = await start(wordpress, dataDir);
  await read(server);
  await server.stop();
  return dataDir;
};

/** A CMS whose FAQ page a server has kept with the headline “Before”. */
const keepFaqPage = async () => {
  const wordpress = await serveWordPress(faqPageWith('Before'));
  return { wordpress, dataDir: await keep(wordpress, ({ readFaqPage }) => readFaqPage()) };
};

test.each(['silent', 'error500', 'forbidden', 'garbage', 'wrongShape', 'endless', 'redirectLoop'] as const)(
  'after a restart a server shows what it knew before if the CMS fails with %s',
  async (fault) => {
    const wordpress = await serveWordPress(LIVE);
    const dataDir = await keep(wordpress, ({ readFaqPage, listFaq, readPost }) =>
      Promise.all([readFaqPage(), listFaq(), readPost('live')]),
    );
    wordpress.failWith(fault);
    const { readFaqPage, listFaq, readPost } = await start(wordpress, dataDir);

    const [intro, questions, article] = await Promise.all([readFaqPage(), listFaq(), readPost('live')]);
    expect(intro.headline).toBe('Live');
    expect(questions[0]?.question).toBe('Live?');
    expect(article?.slug).toBe('live');
    expect((await readPost.briefly('live'))?.slug).toBe('live');
  },
);

test('after a restart a server shows at once what it knew, requests it in the same moment, and then shows the newer', async () => {
  const { wordpress, dataDir } = await keepFaqPage();
  wordpress.setContent(faqPageWith('After'));
  const resume = wordpress.pause();
  const server = await start(wordpress, dataDir);

  const shown = await Promise.all(Array.from({ length: 50 }, () => server.readFaqPage()));
  expect(new Set(shown.map(({ headline }) => headline))).toEqual(new Set(['Before']));
  await waitFor(() => expect(wordpress.requests).toHaveLength(2));
  expect(await useOf(server, server.readFaqPage)).toEqual({
    tags: new Set(['faqpage', 'media']),
    oldest: Number.NEGATIVE_INFINITY,
    isCertain: false,
  });
  resume();
  await waitFor(async () => expect((await server.readFaqPage()).headline).toBe('After'));
  expect(wordpress.requests).toHaveLength(2);
});

test('an answer that the CMS has broken since replaces no kept answer', async () => {
  const wordpress = await serveWordPress(LIVE);
  const read = ({ readFaqPage, listFaq }: Server) => Promise.all([readFaqPage(), listFaq()]);
  const dataDir = await keep(wordpress, read);
  wordpress.failWith('wrongShape');
  await keep(wordpress, read, dataDir);
  wordpress.failWith('silent');
  const { readFaqPage, listFaq } = await start(wordpress, dataDir);

  expect((await readFaqPage()).headline).toBe('Live');
  expect((await listFaq())[0]?.question).toBe('Live?');
});

test('that the CMS lacks an optional route is kept', async () => {
  const wordpress = await serveWordPress({});
  const dataDir = await keep(wordpress, ({ readSite }) => readSite());
  wordpress.failWith('silent');
  const { readSite } = await start(wordpress, dataDir, { SITE_NAME: 'The name' });

  expect((await readSite()).name).toBe('The name');
});

test('the answers of another CMS are not used', async () => {
  const [first, second] = [await serveWordPress(faqPageWith('First')), await serveWordPress(faqPageWith('Second'))];
  const dataDir = await keep(first, ({ readFaqPage }) => readFaqPage());
  const { readFaqPage } = await start(second, dataDir);

  expect((await readFaqPage()).headline).toBe('Second');
});

test('the answers are used after a change of the password in CMS_URL, which is not in the file', async () => {
  const wordpress = await serveWordPress(faqPageWith('Live'));
  const url = wordpress.url.replace('//', '//editor:secret-1@');
  const dataDir = await keep({ url }, ({ readFaqPage }) => readFaqPage());
  wordpress.failWith('silent');
  const { readFaqPage } = await start({ url: url.replace('secret-1', 'secret-2') }, dataDir);

  expect((await readFaqPage()).headline).toBe('Live');
  for (const name of await readdir(dataDir))
    expect(await readFile(path.join(dataDir, name), 'latin1')).not.toContain('secret');
});

test('a build keeps nothing and uses nothing that is kept', async () => {
  const { wordpress, dataDir } = await keepFaqPage();
  wordpress.setContent(faqPageWith('After'));
  const { readFaqPage } = await openSiteOn(wordpress, { DATA_DIR: dataDir });

  expect((await readFaqPage()).headline).toBe('After');
  wordpress.failWith('silent');
  expect((await (await start(wordpress, dataDir)).readFaqPage()).headline).toBe('Before');
});

test('what was purged after a restart, before anybody read it, is read from the CMS', async () => {
  const wordpress = await serveWordPress({
    ...faqPageWith('Before'),
    ...posts(post({ slug: 'one', title: 'Before' })),
  });
  const dataDir = await keep(wordpress, ({ readFaqPage, listPosts }) => Promise.all([readFaqPage(), listPosts()]));
  wordpress.setContent({ ...faqPageWith('After'), ...posts(post({ slug: 'one', title: 'After' })) });
  const { readFaqPage, listPosts, invalidateContent } = await start(wordpress, dataDir);
  invalidateContent(['faqpage', 'post:one']);

  expect((await readFaqPage()).headline).toBe('After');
  expect((await listPosts())[0]?.title).toBe('After');
});

test('what was purged while its kept value is shown is read from the CMS', async () => {
  const { wordpress, dataDir } = await keepFaqPage();
  const resume = wordpress.pause();
  const { readFaqPage, invalidateContent } = await start(wordpress, dataDir);
  await readFaqPage();
  wordpress.setContent(faqPageWith('After'));
  invalidateContent(['faqpage']);
  const reading = readFaqPage();
  resume();

  expect((await reading).headline).toBe('After');
});

test.each([
  ['the tag', ['faqpage']],
  ['everything', null],
])('what was purged by %s before a restart, and not read since, is read from the CMS', async (_, tags) => {
  const wordpress = await serveWordPress(faqPageWith('Before'));
  const dataDir = await keep(wordpress, async ({ readFaqPage, invalidateContent }) => {
    await readFaqPage();
    // The clock of the purges has milliseconds.
    const readAt = Date.now();
    await waitFor(() => expect(Date.now()).toBeGreaterThan(readAt));
    invalidateContent(tags);
  });
  wordpress.setContent(faqPageWith('After'));
  const { readFaqPage } = await start(wordpress, dataDir);

  expect((await readFaqPage()).headline).toBe('After');
});

test('what was purged is shown nevertheless if the CMS fails, rather than the snapshot', async () => {
  const { wordpress, dataDir } = await keepFaqPage();
  wordpress.failWith('error500');
  const { readFaqPage, invalidateContent } = await start(wordpress, dataDir);
  invalidateContent(['faqpage']);

  expect((await readFaqPage()).headline).toBe('Before');
});

test('an answer that was requested before a purge is not kept', async () => {
  const wordpress = await serveWordPress(faqPageWith('Before'));
  const dataDir = await keep(wordpress, async ({ readFaqPage, invalidateContent }) => {
    const resume = wordpress.pause();
    const reading = readFaqPage();
    await waitFor(() => expect(wordpress.requests).toHaveLength(1));
    invalidateContent(['faqpage']);
    resume();
    await reading;
  });
  wordpress.failWith('error500');
  const { readFaqPage } = await start(wordpress, dataDir);

  expect((await readFaqPage()).headline).toBe('From the snapshot');
});

test('a slug that the kept list lacks is looked up in the CMS', async () => {
  const wordpress = await serveWordPress(pages(page({ slug: 'known' })));
  const dataDir = await keep(wordpress, ({ readPage }) => readPage('known'));
  wordpress.setContent(pages(page({ slug: 'known' }), page({ slug: 'new' })));
  const server = await start(wordpress, dataDir);

  expect((await server.readPage('new'))?.slug).toBe('new');
  expect(await server.readPage('missing')).toBeNull();
  expect(await useOf(server, () => server.readPage('missing'))).toMatchObject({ isCertain: true });
});

test('whether a slug that the kept list lacks exists is uncertain while the CMS fails', async () => {
  const wordpress = await serveWordPress(pages(page({ slug: 'known' })));
  const dataDir = await keep(wordpress, ({ readPage }) => readPage('known'));
  wordpress.failWith('error500');
  const server = await start(wordpress, dataDir);

  expect(await useOf(server, () => server.readPage('new'))).toMatchObject({ isCertain: false });
});

test('an item that was kept as missing is read from the CMS', async () => {
  const withList = (...items: Parameters<typeof pages>) => pages(...items);
  const wordpress = await serveWordPress(withList(page({ slug: 'one' })));
  const dataDir = await keep(wordpress, async ({ readPage, listPageSlugs }) => {
    await listPageSlugs();
    wordpress.setContent(withList());
    expect(await readPage('one')).toBeNull();
  });
  wordpress.setContent(withList(page({ slug: 'one' })));
  const { readPage } = await start(wordpress, dataDir);

  expect((await readPage('one'))?.slug).toBe('one');
});

const replaced = 'the file of kept content cannot be read and is replaced by an empty one';

const writeForeignDatabase = (file: string, change: string): void => {
  const database = new DatabaseSync(file);
  database.exec(change);
  database.close();
};

const DAMAGES: Readonly<Record<string, (file: string) => unknown>> = {
  'is no database': (file) => writeFile(file, 'This is no database. '.repeat(1_000)),
  'is damaged': async (file) => {
    const bytes = await readFile(file);
    await writeFile(file, bytes.fill(0x5a, 100));
  },
  'has another version': (file) => writeForeignDatabase(file, 'PRAGMA user_version = 99'),
  'belongs to something else': async (file) => {
    await rm(file);
    writeForeignDatabase(file, 'CREATE TABLE other (id INTEGER)');
  },
};

test.each(Object.entries(DAMAGES))('a file that %s is replaced, which is logged once', async (_, damage) => {
  const { wordpress, dataDir } = await keepFaqPage();
  await damage(path.join(dataDir, 'content.sqlite'));
  wordpress.setContent(faqPageWith('After'));
  const server = await start(wordpress, dataDir);

  expect((await server.readFaqPage()).headline).toBe('After');
  expect((await server.readFaqPage()).headline).toBe('After');
  expect(server.warnings().filter((warning) => warning.includes(replaced))).toHaveLength(1);
  await server.stop();
  wordpress.failWith('silent');
  expect((await (await start(wordpress, dataDir)).readFaqPage()).headline).toBe('After');
});

test('a data directory that cannot be written to costs one log entry and no read', async () => {
  const wordpress = await serveWordPress(LIVE);
  const dataDir = path.join(temporaryDirectory(), 'file');
  await writeFile(dataDir, '');
  const { readFaqPage, listFaq, readPost, stop, warnings } = await start(wordpress, dataDir);

  expect((await readFaqPage()).headline).toBe('Live');
  expect((await listFaq())[0]?.question).toBe('Live?');
  expect((await readPost('live'))?.slug).toBe('live');
  await stop();
  expect(warnings()).toHaveLength(1);
  expect(warnings()[0]).toContain('content cannot be kept for the next start');
});

test('a file that cannot be written to costs one log entry and no read', async () => {
  const wordpress = await serveWordPress(LIVE);
  const dataDir = await keep(wordpress, ({ readFaqPage }) => readFaqPage());
  const { readFaqPage, listFaq, listPosts, stop, warnings } = await start(wordpress, dataDir);
  // Until this transaction ends, no other connection can write.
  const blocking = new DatabaseSync(path.join(dataDir, 'content.sqlite'));
  blocking.exec('BEGIN IMMEDIATE');
  await Promise.all([readFaqPage(), listFaq(), listPosts()]);

  await stop();
  blocking.close();
  expect(warnings()).toHaveLength(1);
  expect(warnings()[0]).toContain('content cannot be kept for the next start');
});
