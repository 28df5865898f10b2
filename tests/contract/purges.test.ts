import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Editing, openEditing } from '../support/editing.ts';
import { phpProblem, withPhpProblem } from '../support/php.ts';
import { openRestApi } from '../support/prepared-wordpress.ts';
import { listPageProblems, listSitemap, readPages } from '../support/walk-site.ts';

/** Oldest first. The news list shows four articles on a page. */
const ARTICLES = [
  '/adsense-for-domains-ends-on-10-february',
  '/rsoc-for-domains-opens',
  '/lower-wire-minimum-and-payoneer',
  '/pointing-check-every-six-hours',
  '/what-a-for-sale-banner-costs',
  '/payout-dates-winter-2026',
] as const;
const NEWS = [
  '/news',
  '/news/_payload.json',
  '/news?category=feeds-and-policy',
  '/news?category=payouts',
  '/news?page=2',
];
const UNLISTED = [
  ...NEWS,
  '/_payload.json',
  '/events/_payload.json',
  '/faq/_payload.json',
  `${ARTICLES[1]}/_payload.json`,
];

describe.skipIf(phpProblem !== null)(withPhpProblem('a change in a real WordPress'), () => {
  let editing: Editing;
  let api: ReturnType<typeof openRestApi>;
  const paths: string[] = [];

  /**
   * The paths of the pages that are not in the response cache, or only with stale content, so that they are rendered again in any case,
   * sorted. Afterwards they are in the cache.
   */
  const renderMissing = async (): Promise<string[]> => {
    const missing: string[] = [];
    for (const path of paths) {
      const { headers } = await fetch(editing.siteUrl + path);
      const isHit = headers.get('server-timing')?.includes('cache;desc=hit');
      const isCurrent = headers.get('cdn-cache-control')?.includes('max-age=3600');
      if (!isHit || !isCurrent) missing.push(path);
    }
    return missing;
  };

  const countRenders = async (): Promise<number> => {
    const metrics = await (await fetch(`${editing.siteUrl}/metrics`)).text();
    return Number(/^page_renders_total (\d+)$/m.exec(metrics)?.[1]);
  };

  const countPurges = (): number => editing.site?.output().split('purged cached responses').length ?? 0;

  /** Changes an item as the block editor does. Returns the paths of the pages that are rendered again because of that, sorted. */
  const pagesRenderedAfter = async (item: string, change: Readonly<Record<string, unknown>>): Promise<string[]> => {
    await expect.poll(renderMissing).toEqual([]);
    const [purges, renders] = [countPurges(), await countRenders()];
    const { status, body } = await api('ed', `/wp/v2/${item}`, change);
    expect(status, JSON.stringify(body)).toBe(200);
    await expect.poll(countPurges).toBe(purges + 1);

    const rendered = await renderMissing();
    expect(await countRenders()).toBe(renders + rendered.length);
    return rendered;
  };

  beforeAll(async () => {
    // Only a purge updates a page within an hour.
    editing = await openEditing({ site: { CMS_TTL_S: '3600', CMS_TIMEOUT_MS: '20000', SITE_INDEXABLE: 'true' } });
    api = openRestApi(editing.wordpress);
    for (const path of new Set([...(await listSitemap(editing.siteUrl)), ...UNLISTED])) {
      // The first response is sent while the page is rendered, before it is known what the page depends on.
      await (await fetch(editing.siteUrl + path)).text();
      const { status, headers } = await fetch(editing.siteUrl + path);
      expect(status, path).toBe(200);
      // Pages with forms are rendered again after a second in any case.
      if (headers.has('cdn-cache-control')) paths.push(path);
    }
    paths.sort();
  });

  afterAll(() => editing?.close());

  test('starts from pages that are complete and have no broken links', async () => {
    expect(await listPageProblems(editing.siteUrl, await readPages(editing.siteUrl))).toEqual([]);
  });

  test('of the text of an article renders the article and the lists that show it again', async () => {
    const rendered = await pagesRenderedAfter('posts/302', { content: '<p>Another text.</p>' });

    const lists = ['/news?category=feeds-and-policy', '/news?page=2'];
    expect(rendered).toEqual([...lists, ARTICLES[1], `${ARTICLES[1]}/_payload.json`]);
  });

  test('of the title of an article renders every page with a list of articles again', async () => {
    const rendered = await pagesRenderedAfter('posts/302', { title: 'Another title' });

    expect(rendered).toEqual([...ARTICLES, ...NEWS, `${ARTICLES[1]}/_payload.json`].sort());
  });

  test('of an event renders the event and the list of events again', async () => {
    const rendered = await pagesRenderedAfter('events/205', { content: '<p>Another text.</p>' });

    expect(rendered).toEqual(['/events', '/events/_payload.json', '/events/registrar-row-vienna']);
  });

  test('of an answer renders the FAQ page again, and the home page only if it shows the question', async () => {
    const change = { content: '<p>Another answer.</p>' };

    expect(await pagesRenderedAfter('faq/102', change)).toEqual(['/faq', '/faq/_payload.json']);
    expect(await pagesRenderedAfter('faq/101', change)).toEqual(['/', '/_payload.json', '/faq', '/faq/_payload.json']);
  });

  test('of the text of a page in a menu renders that page again, and of its title every page', async () => {
    const purges = countPurges();
    // In one request, so that WordPress sends one message.
    const id = await editing.wordpress.cli(
      'eval',
      `$id = wp_insert_post( array( 'post_type' => 'page', 'post_title' => 'Terms', 'post_status' => 'publish' ) );
      $menu = wp_create_nav_menu( 'Main' );
      wp_update_nav_menu_item( $menu, 0, array( 'menu-item-object-id' => $id, 'menu-item-object' => 'page', 'menu-item-type' => 'post_type', 'menu-item-status' => 'publish' ) );
      set_theme_mod( 'nav_menu_locations', array( 'site_header' => $menu ) );
      echo $id;`,
    );
    await expect.poll(countPurges).toBe(purges + 1);
    expect(await (await fetch(`${editing.siteUrl}/news`)).text()).toContain('<a href="/terms"');
    paths.push('/terms');

    expect(await pagesRenderedAfter(`pages/${id}`, { content: '<p>Another text.</p>' })).toEqual(['/terms']);
    const renamed = await pagesRenderedAfter(`pages/${id}`, { title: 'Conditions' });
    expect(renamed.filter((path) => !path.endsWith('.json'))).toEqual(paths.filter((path) => !path.endsWith('.json')));
  });
});
