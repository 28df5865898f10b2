import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, keepCookieBoxAway, test } from './site.ts';

/** One address of every kind of page, and of every page that editors wrote. */
const PAGES = [
  '/',
  '/faq',
  '/faq?q=minimum+payout',
  '/faq?q=xylophone+quartet',
  '/news',
  '/news?page=2',
  '/what-a-for-sale-banner-costs',
  '/events',
  '/events/registrar-row-vienna',
  '/events/lane-markings-lisbon',
  '/solutions',
  '/about-us',
  '/contact',
  '/RSOC-for-domains-application',
  '/privacy-policy',
  '/agb.php',
  '/imprint',
  '/nameserver-setup',
  '/portfolio-audit',
  '/no-such-page',
] as const;

const THEMES = ['light', 'dark'] as const;

/** WCAG 2.2 AA and axe's best practices; each finding as its rule and where it is. */
const findingsOf = async (page: Page, except: string[] = []): Promise<string[]> => {
  const { violations } = await new AxeBuilder({ page })
    .disableRules(except)
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
};

/** How far the page is wider than its window, and what makes it so. */
const overflowOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= width) return [];
    const isClipped = (element: Element): boolean => {
      for (let box = element.parentElement; box; box = box.parentElement)
        if (getComputedStyle(box).overflowX !== 'visible') return true;
      return false;
    };
    return [...document.body.querySelectorAll('*')]
      .filter((element) => element.getBoundingClientRect().right > width + 1 && !isClipped(element))
      .map(({ tagName, className }) => `${tagName} ${className}`);
  });

test.describe('what axe knows', { tag: '@scripts' }, () => {
  test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

  for (const colorScheme of THEMES) {
    for (const path of PAGES) {
      test(`${path} has no barrier in the ${colorScheme} theme`, async ({ page }) => {
        await keepCookieBoxAway(page);
        await page.emulateMedia({ colorScheme });
        await page.goto(path);

        expect(await findingsOf(page)).toEqual([]);
      });
    }

    test(`the cookie box and its settings have no barrier in the ${colorScheme} theme`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await page.goto('/imprint');
      const box = page.locator('#cookie-box');
      await expect(box).toBeVisible();
      await expect(box).toHaveCSS('opacity', '1');
      expect(await findingsOf(page)).toEqual([]);

      await page.getByRole('button', { name: 'Manage preferences' }).click();
      const settings = page.getByRole('dialog', { name: 'Cookie settings' });
      await expect(settings).toBeVisible();
      await expect(settings).toHaveCSS('opacity', '1');
      expect(await findingsOf(page)).toEqual([]);
    });

    test(`answers that come while a visitor types have no barrier in the ${colorScheme} theme`, async ({ page }) => {
      await keepCookieBoxAway(page);
      await page.emulateMedia({ colorScheme });
      await page.goto('/faq');
      for (const text of ['payout', 'xylophone quartet']) {
        await page.getByRole('searchbox', { name: 'Search the FAQ' }).fill(text);
        await expect(page.getByRole('main').getByRole('status')).toHaveText(
          text === 'payout' ? /found\.$/ : 'Nothing found.',
        );
        expect(await findingsOf(page), text).toEqual([]);
      }
    });

    test(`the open menu of a phone has no barrier in the ${colorScheme} theme`, async ({ page }) => {
      await keepCookieBoxAway(page);
      await page.setViewportSize({ width: 360, height: 740 });
      await page.emulateMedia({ colorScheme });
      await page.goto('/news');
      await page.getByRole('button', { name: 'Menu' }).click();
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();

      expect(await findingsOf(page)).toEqual([]);
    });
  }
});

test.describe('room', { tag: '@scripts' }, () => {
  test.beforeEach(({ page }) => keepCookieBoxAway(page));

  test('no page scrolls sideways at 320 pixels', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    for (const path of PAGES) {
      await page.goto(path);
      expect(await overflowOf(page), path).toEqual([]);
    }
  });

  test('no page scrolls sideways with text of twice the size', async ({ page }) => {
    for (const width of [640, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      for (const path of PAGES) {
        await page.goto(path);
        await page.evaluate(() => {
          document.documentElement.style.fontSize = '200%';
        });
        expect(await overflowOf(page), `${path} at ${width}`).toEqual([]);
      }
    }
  });

  test('text that a visitor spaces out is cut off nowhere', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    for (const path of PAGES) {
      await page.goto(path);
      const cut = await page.evaluate(() => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(
          '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; } p { margin-block-end: 2em !important; }',
        );
        document.adoptedStyleSheets.push(sheet);
        const isMeantToHide = (element: Element) =>
          element.clientWidth <= 1 || element.clientHeight <= 1 || element.matches('input');
        return [...document.body.querySelectorAll('*')]
          .filter(
            (element) => !isMeantToHide(element) && ['hidden', 'clip'].includes(getComputedStyle(element).overflowY),
          )
          .filter(
            ({ scrollHeight, clientHeight, scrollWidth, clientWidth }) =>
              scrollHeight > clientHeight + 1 || scrollWidth > clientWidth + 1,
          )
          .map(({ tagName, className }) => `${tagName} ${className}`);
      });
      expect(cut, path).toEqual([]);
      expect(await overflowOf(page), path).toEqual([]);
    }
  });
});

test('whoever wants less motion sees none, and misses nothing', { tag: '@scripts' }, async ({ page }) => {
  await keepCookieBoxAway(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const path of ['/', '/faq', '/nameserver-setup', '/events']) {
    await page.goto(path);
    const moving = () => page.evaluate(() => document.getAnimations().map((animation) => animation.constructor.name));
    await page.mouse.move(200, 300);
    await page.mouse.wheel(0, 1_500);
    await page.getByRole('main').getByRole('link').first().hover();
    expect(await moving(), path).toEqual([]);
    await expect(page.locator('html')).toHaveCSS('scroll-behavior', 'auto');
    const faint = await page
      .getByRole('main')
      .locator('*')
      .evaluateAll((all) => all.filter((element) => getComputedStyle(element).opacity !== '1').length);
    expect(faint, path).toBe(0);
  }
});

/** What the keyboard stands on: its name, whether it is marked, and whether something covers it. */
const focusedOf = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return null;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const isCovered = [...element.getClientRects()].every(({ left, top, width, height }) => {
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      return hit === null || !(element.contains(hit) || hit.contains(element));
    });
    return {
      name: (element.getAttribute('aria-label') ?? element.innerText ?? '').trim().split('\n')[0] ?? '',
      isMarked: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
      isCovered,
    };
  });

/** Every stop of the keyboard from the top of the page to its end. */
const walk = async (page: Page) => {
  const stops: NonNullable<Awaited<ReturnType<typeof focusedOf>>>[] = [];
  for (;;) {
    await page.keyboard.press('Tab');
    const stop = await focusedOf(page);
    if (stop === null || stops.length > 200) return stops;
    stops.push(stop);
  }
};

test.describe('the keyboard', { tag: '@scripts' }, () => {
  for (const path of ['/', '/faq', '/solutions', '/events/lane-markings-lisbon', '/privacy-policy']) {
    test(`walks through ${path} to its end, and every stop is marked and in sight`, async ({ page }) => {
      await keepCookieBoxAway(page);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto(path);
      const stops = await walk(page);

      expect(stops.length).toBeGreaterThan(15);
      expect(stops.filter(({ isMarked }) => !isMarked)).toEqual([]);
      expect(stops.filter(({ isCovered }) => isCovered)).toEqual([]);
      expect(stops.at(0)?.name).toMatch(/^Skip to/);
      expect(stops.at(-1)?.name).toBe('Dark');
    });
  }

  test('finds nothing hidden by the cookie box', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/imprint');
    await expect(page.locator('#cookie-box')).toHaveCSS('opacity', '1');
    const stops = await walk(page);

    expect(stops.filter(({ isCovered }) => isCovered)).toEqual([]);
    expect(stops.map(({ name }) => name)).toEqual(expect.arrayContaining(['Accept', 'Reject', 'Manage preferences']));
  });

  test('opens the menu of a phone, goes through it and out again', async ({ page }) => {
    await keepCookieBoxAway(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/');
    await page.getByRole('button', { name: 'Menu' }).focus();
    await page.keyboard.press('Enter');
    const menu = page.getByRole('navigation', { name: 'Main' });
    await expect(menu).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(menu.getByRole('link').first()).toBeFocused();

    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused();
  });

  test('searches the FAQ and reads the first answer', async ({ page }) => {
    await keepCookieBoxAway(page);
    await page.goto('/faq');
    await page.getByRole('searchbox', { name: 'Search the FAQ' }).focus();
    await page.keyboard.type('payout');
    await expect(page.getByRole('main').getByRole('status')).toHaveText(/found\.$/);
    const first = page.getByRole('main').locator('details').first();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(first.locator('summary')).toBeFocused();

    await page.keyboard.press('Enter');
    await expect(first).not.toHaveAttribute('open');
    await page.keyboard.press('Space');
    await expect(first).toHaveAttribute('open');
  });

  test('reaches a topic from the index of the FAQ', async ({ page, isMobile }) => {
    await keepCookieBoxAway(page);
    await page.goto('/faq?q=payout');
    const topics = page.getByRole('navigation', { name: 'Topics' });
    await expect(topics).toBeVisible({ visible: !isMobile });
    if (isMobile) return;
    await topics.getByRole('link', { name: 'Payouts' }).press('Enter');

    await expect(page).toHaveURL(/\/faq#topic-\d+$/);
    await expect(page.getByRole('heading', { level: 2, name: 'Payouts' })).toBeInViewport();
  });
});

test.describe('colours that the visitor forces', { tag: '@scripts' }, () => {
  test.beforeEach(async ({ page }) => {
    await keepCookieBoxAway(page);
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  });

  test('leave no barrier', async ({ page }) => {
    for (const path of ['/', '/faq', '/news', '/RSOC-for-domains-application', '/no-such-page']) {
      await page.goto(path);
      // Computed colours are still the site's; what is painted are the visitor's.
      expect(await findingsOf(page, ['color-contrast']), path).toEqual([]);
    }
  });

  test('leave buttons their edge, and show which choice is made', async ({ page }) => {
    await page.goto('/news');
    for (const button of await page.locator('main a[data-variant]:not([data-variant=quiet])').all())
      await expect(button).toHaveCSS('border-style', 'solid');
    const paint = (name: string) =>
      page
        .getByRole('navigation', { name: 'Categories' })
        .getByRole('link', { name })
        .evaluate((link) => getComputedStyle(link).backgroundColor);

    expect(await paint('All')).not.toBe(await paint('Payouts'));
    const theme = (name: string) =>
      page.getByRole('button', { name, exact: true }).evaluate((button) => getComputedStyle(button).backgroundColor);
    expect(await theme('System')).not.toBe(await theme('Dark'));
  });
});

test('paper can be read', { tag: '@scripts' }, async ({ page }) => {
  await keepCookieBoxAway(page);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const path of ['/', '/solutions', '/nameserver-setup', '/what-a-for-sale-banner-costs']) {
    await page.goto(path);
    expect(await findingsOf(page), path).toEqual([]);
  }
});

test.describe('type that comes late', { tag: '@scripts' }, () => {
  for (const width of [360, 412, 1280] as const) {
    test(`moves nothing at ${width} pixels`, async ({ page }) => {
      await keepCookieBoxAway(page);
      await page.setViewportSize({ width, height: 800 });
      await page.addInitScript(() => {
        Object.assign(window, { shifts: 0 });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            Object.assign(window, { shifts: Reflect.get(window, 'shifts') + Reflect.get(entry, 'value') });
        }).observe({ type: 'layout-shift', buffered: true });
      });
      for (const path of ['/', '/faq', '/solutions']) {
        const painted = Promise.withResolvers<void>();
        await page.route('**/*.woff2', async (route) => {
          await painted.promise;
          await route.continue();
        });
        await page.goto(path, { waitUntil: 'domcontentloaded' });
        await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
        painted.resolve();
        await page.evaluate(() => document.fonts.ready);
        await page.waitForLoadState('networkidle');

        expect(await page.evaluate(() => Reflect.get(window, 'shifts')), path).toBeLessThan(0.0005);
        await page.unroute('**/*.woff2');
      }
    });
  }
});
