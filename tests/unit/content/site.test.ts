import { expect, test } from 'vitest';
import { openSiteOn, openSiteWith, post, posts, serveWordPress } from '../../support/wordpress-server.ts';

const openWith = (site: unknown) => openSiteWith({ '/wp-json/api/site': site });

const entry = (label: string, url: string, children: readonly unknown[] = []) => ({ label, url, children });

test('if WordPress lacks the route /api/site, texts come from the settings, menus are null, and health is ok', async () => {
  const wordpress = await serveWordPress();
  const { readSite, contentHealth } = await openSiteOn(wordpress, {
    SITE_NAME: 'Lotmark',
    SITE_DESCRIPTION: 'Parking.',
  });

  expect(await readSite()).toMatchObject({
    name: 'Lotmark',
    description: 'Parking.',
    callToAction: { headline: 'Start with a few names' },
    contactForm: { name: 'Name', message_hints: { other: 'The more you include now, the fewer emails we’ll need.' } },
    eventList: { upcoming: 'Where we’re parked next' },
    phone: '',
    hours: '',
    notices: [],
    menus: { header: null, footer: [null, null, null], legal: null },
    seo: {
      homepage: { title: '', description: '', image: null, canonical: null, isListed: true },
      faqpage: { title: '', description: '', image: null, canonical: null, isListed: true },
    },
  });
  expect(contentHealth().ok).toBe(true);
});

test('texts of the CMS replace the defaults one by one, without markup; an empty one or one of a wrong type has the default', async () => {
  const { readSite, warnings } = await openWith({
    name: '',
    description: ' ',
    call_to_action: { headline: 'Try it with <b>ten</b> &amp; compare', text: '', account: 7, rsoc: ['wrong'] },
    contact_form: { name: 'Your name', message_hints: { press: 'Your paper.' } },
    event_list: 'wrong',
  });

  expect(await readSite()).toMatchObject({
    name: 'Freehold',
    description: expect.stringContaining('domains'),
    callToAction: {
      headline: 'Try it with ten & compare',
      text: expect.stringContaining('no setup\u00a0fee'),
      account: '7',
      rsoc: 'Apply for RSOC',
    },
    contactForm: {
      name: 'Your name',
      email: 'Email address',
      message_hints: { press: 'Your paper.', none: expect.any(String) },
    },
    eventList: { past: 'Where we’ve been' },
  });
  expect(warnings()).toHaveLength(2);
});

test('links to WordPress in a menu become paths of the site, and invalid entries are left out with a warning', async () => {
  const wordpress = await serveWordPress();
  wordpress.setContent({
    '/wp-json/api/site': {
      menus: {
        header: {
          name: 'Main',
          items: [
            entry('Solutions &amp; more', '/solutions/'),
            entry('', '/no-label'),
            entry('Unpublished', ''),
            entry('Script', 'javascript:alert(1)'),
            'nonsense',
            entry('Group', '', [entry('Event', `${wordpress.url}/event/oslo/`), entry('Nowhere', '')]),
            entry('Elsewhere', 'https://example.org/'),
          ],
        },
        footer_1: { name: 'Empty', items: [] },
        footer_2: false,
      },
    },
  });
  const { readSite, warnings } = await openSiteOn(wordpress);
  const { header, footer } = (await readSite()).menus;

  expect(footer).toEqual([null, null, null]);
  expect(header).toEqual({
    name: 'Main',
    entries: [
      { label: 'Solutions & more', href: '/solutions', children: [] },
      { label: 'Group', href: null, children: [{ label: 'Event', href: '/events/oslo' }] },
      { label: 'Elsewhere', href: 'https://example.org/', children: [] },
    ],
  });
  expect(warnings().filter((line) => line.includes('skipping an invalid content item'))).toHaveLength(5);
});

test('a notice is shown from its start until just before its end, and an invalid one never', async () => {
  const notice = (text: string, from: string, until: string) => ({ text, url: '', from, until });
  const { readSite, currentNotices } = await openWith({
    notices: [
      notice('always', '', ''),
      notice('december', '2026-12-01T00:00:00Z', '2026-12-24T12:00:00Z'),
      notice('unreadable', 'tomorrow', ''),
      notice('', '', ''),
    ],
  });
  const { notices } = await readSite();
  const textsAt = (now: string) => currentNotices(notices, now).map(({ text }) => text);

  expect(textsAt('2026-11-30T23:59:59.000Z')).toEqual(['always']);
  expect(textsAt('2026-12-01T00:00:00.000Z')).toEqual(['always', 'december']);
  expect(textsAt('2026-12-24T12:00:00.000Z')).toEqual(['always']);
});

test('the name in the CMS replaces {brand} in the content of a request', async () => {
  const { readSite, readPost, runInOwnContext } = await openSiteWith(
    {
      '/wp-json/api/site': { name: 'Lotmark' },
      ...posts(post({ slug: 'hello', title: 'Hello from {brand}', content: '<p>At {brand}</p>' })),
    },
    { SITE_NAME: 'Freehold' },
  );
  const shown = runInOwnContext(async (c) => {
    c.set('siteTexts', await readSite());
    return readPost('hello');
  });

  expect(await shown).toMatchObject({ title: 'Hello from Lotmark', body: '<p>At Lotmark</p>' });
});
