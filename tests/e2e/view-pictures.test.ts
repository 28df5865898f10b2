import AxeBuilder from '@axe-core/playwright';
import { centreOf, dragBy, GALLERY_PAGE, lightboxOf } from './lightbox-page.ts';
import { expect, test } from './site.ts';

test('the address of a picture leads to its place in the gallery', async ({ page }) => {
  await page.goto(`${GALLERY_PAGE}#picture-screen-ab-test`);

  await expect(page.locator('#picture-screen-ab-test')).toBeInViewport();
});

test.describe('the lightbox', { tag: '@scripts' }, () => {
  for (const path of [GALLERY_PAGE, '/about-us']) {
    test(`opens a picture of ${path}, even when the click comes before the scripts`, async ({ page }) => {
      await page.goto(path);
      const { items, dialog, status } = lightboxOf(page);
      const total = await items.count();
      await items.nth(1).click();

      await expect(dialog).toBeVisible();
      await expect(status).toContainText(`Picture 2 of ${total}`);
      await expect(page).toHaveURL(/#picture-[a-z0-9-]+$/);
    });
  }

  test('is not downloaded before it is opened', async ({ page }) => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await page.goto(GALLERY_PAGE, { waitUntil: 'networkidle' });
    const { items, open } = lightboxOf(page);
    await items.first().hover();
    await page.locator('html[data-hydrated]').waitFor();
    await page.waitForLoadState('networkidle');
    expect(requests.filter((path) => path.startsWith('/assets/lightbox'))).toEqual([]);
    const whole = await items.first().getAttribute('href');
    expect(requests).not.toContain(whole);

    await open();
    expect(requests.filter((path) => /^\/assets\/lightbox-.*\.(?:js|css)$/.test(path))).toHaveLength(2);
    expect(requests).toContain(whole);
  });

  test('leaves a click with Ctrl to the browser, before and after the scripts', async ({ page, context }) => {
    await page.goto(GALLERY_PAGE);
    const { items, dialog } = lightboxOf(page);
    for (const isReady of [false, true]) {
      if (isReady) await page.locator('html[data-hydrated]').waitFor();
      const [tab] = await Promise.all([
        context.waitForEvent('page'),
        items.first().click({ modifiers: ['ControlOrMeta'] }),
      ]);
      await expect(tab).toHaveURL('/pictures/booth-front.webp');
      await tab.close();
    }

    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL(GALLERY_PAGE);
  });

  test('loads the page anew when its code is gone, and opens the picture then', async ({ page, expectNoise }) => {
    expectNoise(/Failed to load resource/);
    await page.route('**/assets/lightbox-*.js', (route) => route.abort(), { times: 1 });
    await page.goto(GALLERY_PAGE);
    const { items, expectPlace } = lightboxOf(page);
    await items.nth(1).click();

    await expectPlace('Picture 2 of 5');
  });

  test('follows the link when its code cannot be had', async ({ page, expectNoise }) => {
    expectNoise(/Failed to load resource/);
    // What Chromium says when a page with transitions is left for a picture.
    expectNoise(/ViewTransition opt-in disabled/);
    await page.route('**/assets/lightbox-*', (route) => route.abort());
    await page.goto(GALLERY_PAGE);
    await lightboxOf(page).items.first().click();

    await expect(page).toHaveURL('/pictures/booth-front.webp');
    await page.goBack();
    await expect(page).toHaveURL(GALLERY_PAGE);
  });

  test('zooms in steps of 0.12, below three times the natural size', async ({ page }) => {
    await page.goto(GALLERY_PAGE);
    const { open, button, expectScale, readPaint, status } = lightboxOf(page);
    await open();
    await button('Zoom in').click();
    await expectScale(1.12);
    await expect(status).toContainText('Zoom 112 %');
    await button('Zoom in').click();
    await expectScale(1.24);

    const most = 3 * (await readPaint()).natural;
    for (let scale = 1.24; scale < most + 0.5; scale += 0.12) await page.keyboard.press('+');
    await expect(button('Zoom in')).toHaveAttribute('aria-disabled', 'true');
    await expect.poll(async () => (await readPaint()).scale).toBeGreaterThan(most - 0.121);
    const { scale } = await readPaint();
    expect(scale).toBeLessThan(most);
    await button('Zoom in').click({ force: true });
    await expectScale(scale);
  });

  test('zooms out in steps of 0.12, above a tenth', async ({ page }) => {
    await page.goto(GALLERY_PAGE);
    const { open, button, expectScale } = lightboxOf(page);
    await open();
    for (const scale of [0.88, 0.76, 0.64, 0.52, 0.4, 0.28, 0.16]) {
      await button('Zoom out').click();
      await expectScale(scale);
    }

    await expect(button('Zoom out')).toHaveAttribute('aria-disabled', 'true');
    await button('Zoom out').click({ force: true });
    await expectScale(0.16);
    await button('Fit to window').click();
    await expectScale(1);
  });

  test('turns in steps of 90 degrees, and fits what it has turned', async ({ page }) => {
    await page.goto(GALLERY_PAGE);
    const { open, button, expectTurn, picture, status } = lightboxOf(page);
    await open();
    await button('Rotate right').click();
    await expectTurn(90);
    await expect(status).toContainText('Turned by 90°');
    const box = await picture.boundingBox();
    const size = page.viewportSize();
    expect(box?.width).toBeLessThan(box?.height ?? 0);
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(size?.height ?? 0);

    for (const turn of [180, -90, 0]) {
      await button('Rotate right').click();
      await expectTurn(turn);
    }
    await button('Rotate left').click();
    await expectTurn(-90);
    await expect(status).toContainText('Turned by 270°');
  });

  test('goes to the next picture and back, begins each anew, and does not loop', async ({ page }) => {
    await page.goto(GALLERY_PAGE);
    const { open, button, expectPlace, expectScale, expectTurn } = lightboxOf(page);
    await open();
    await expect(button('Previous picture')).toBeDisabled();
    await page.keyboard.press('ArrowLeft');
    await button('Zoom in').click();
    await button('Rotate right').click();
    await button('Next picture').click();
    await expectPlace('Picture 2 of 5');
    await expectScale(1);
    await expectTurn(0);
    for (const place of ['Picture 3 of 5', 'Picture 4 of 5', 'Picture 5 of 5']) {
      await page.keyboard.press('ArrowRight');
      await expectPlace(place);
    }
    await expect(button('Next picture')).toBeDisabled();
    await page.keyboard.press('ArrowRight');
    await expectPlace('Picture 5 of 5');
    await button('Previous picture').click();
    await expectPlace('Picture 4 of 5');
    await expect(page.getByRole('dialog').getByText('4 / 5')).toBeVisible();
  });

  test('a swipe of more than 50 pixels goes on, one of 50 does not', async ({ page }) => {
    await page.goto(GALLERY_PAGE);
    const { open, picture, expectPlace, dialog } = lightboxOf(page);
    await open();
    const middle = await centreOf(picture);
    await dragBy(page, middle, -50);
    await dragBy(page, middle, -60, 70);
    await dragBy(page, middle, 60);
    await expectPlace('Picture 1 of 5');
    await dragBy(page, middle, -51);
    await expectPlace('Picture 2 of 5');
    await expect(picture).toBeVisible();
    await dragBy(page, middle, 51);
    await expectPlace('Picture 1 of 5');
    await expect(dialog).toBeVisible();
  });

  test('a drag moves a zoomed picture as far as its edge, and goes nowhere else', async ({ page }) => {
    await page.goto(GALLERY_PAGE);
    const { open, picture, expectPlace, expectScale, expectX } = lightboxOf(page);
    await open();
    for (let count = 0; count < 5; count += 1) await page.keyboard.press('+');
    await expectScale(1.6);
    const middle = await centreOf(picture);
    await dragBy(page, middle, -30);
    await expectX(-30);
    const edge = await picture.evaluate((img) => (img.clientWidth * 1.6 - (img.parentElement?.clientWidth ?? 0)) / 2);
    const room = await picture.evaluate((img) =>
      Number.parseFloat(getComputedStyle(img.parentElement ?? img).paddingLeft),
    );
    for (let count = 0; count < 4; count += 1) await dragBy(page, middle, 20 - middle.x);
    await expectX(-(edge + room));
    await page.keyboard.press('Shift+ArrowLeft');
    await expectX(60 - (edge + room));
    await expectPlace('Picture 1 of 5');
    await page.keyboard.press('0');
    await expectScale(1);
  });

  test('the wheel zooms, one step in 80 milliseconds', async ({ page }) => {
    await page.goto(GALLERY_PAGE);
    const { open, picture, expectScale } = lightboxOf(page);
    await open();
    const { x, y } = await centreOf(picture);
    await page.mouse.move(x, y);
    await page.mouse.wheel(0, -100);
    await expectScale(1.12);
    await page.mouse.wheel(0, 100);
    await expectScale(1);
    await page.waitForTimeout(100);
    await picture.evaluate((img) => {
      for (let count = 0; count < 5; count += 1) {
        img.dispatchEvent(new WheelEvent('wheel', { deltaY: -100, bubbles: true, cancelable: true }));
      }
    });
    await expectScale(1.12);
  });

  test('a double click goes to the natural size and back', async ({ page }) => {
    await page.goto(GALLERY_PAGE);
    const { open, picture, expectScale, readPaint } = lightboxOf(page);
    await open();
    const { natural } = await readPaint();
    expect(natural).toBeGreaterThan(1.05);
    await picture.dblclick();
    await expectScale(natural);
    await picture.dblclick();
    await expectScale(1);
  });

  test('two fingers zoom', async ({ page }) => {
    await page.goto(GALLERY_PAGE);
    const { open, picture, expectScale, readPaint, dialog } = lightboxOf(page);
    await open();
    const { x, y } = await centreOf(picture);
    const width = await picture.evaluate((img) => img.clientWidth);
    const touch = await page.context().newCDPSession(page);
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', half: number | null) =>
      touch.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: half === null ? [] : [-half, half].map((offset, id) => ({ x: x + offset, y, id })),
      });
    await send('touchStart', 30);
    for (const half of [40, 50, 60]) await send('touchMove', half);
    await send('touchEnd', null);

    await expectScale(1 + (60 / width) * 1.3);
    expect(Math.abs((await readPaint()).x)).toBeLessThan(1);
    await expect(dialog).toBeVisible();
  });

  test('closes with Escape, gives back focus and place, and forgets the address', async ({ page }) => {
    await page.goto(GALLERY_PAGE);
    const { open, dialog, items } = lightboxOf(page);
    await items.nth(2).scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => scrollY);
    await open(2);
    await expect(page).toHaveURL(`${GALLERY_PAGE}#picture-screen-ab-test`);
    await page.keyboard.press('ArrowRight');
    await expect(page).toHaveURL(`${GALLERY_PAGE}#picture-screen-payout-statement`);
    await expect(page.locator('body')).toHaveCSS('overflow', 'hidden');
    await page.keyboard.press('Escape');

    await expect(dialog).toHaveCount(0);
    await expect(items.nth(2)).toBeFocused();
    await expect(page).toHaveURL(GALLERY_PAGE);
    await expect(page.locator('body')).toHaveCSS('overflow', 'visible');
    expect(await page.evaluate(() => scrollY)).toBe(before);
  });

  test('closes on a click beside the picture, not on one on it', async ({ page }) => {
    await page.goto(GALLERY_PAGE);
    const { open, dialog, picture } = lightboxOf(page);
    await open();
    await picture.click();
    await page.waitForTimeout(400);
    await expect(dialog).toBeVisible();
    const box = await picture.boundingBox();
    await dragBy(page, { x: box?.x ?? 0, y: (box?.y ?? 0) - 8 }, 20);
    await expect(dialog).toBeVisible();
    await page.mouse.click((box?.x ?? 0) + 20, (box?.y ?? 0) - 8);

    await expect(dialog).toHaveCount(0);
  });

  test('an address with a picture opens it, and a changed address another', async ({ page }) => {
    await page.goto(`${GALLERY_PAGE}#picture-screen-ab-test`);
    const { expectPlace, dialog, items, picture } = lightboxOf(page);
    await expectPlace('Picture 3 of 5');
    await expect(picture).toHaveAttribute('src', '/pictures/screen-ab-test.webp');
    await page.evaluate(() => location.assign('#picture-booth-plan'));
    await expectPlace('Picture 2 of 5');
    await page.keyboard.press('Escape');

    await expect(dialog).toHaveCount(0);
    await expect(items.nth(1)).toBeFocused();
    await expect(page).toHaveURL(GALLERY_PAGE);
  });

  test('a picture that cannot be loaded is a broken image, and the others are not', async ({ page, expectNoise }) => {
    expectNoise(/Failed to load resource/);
    await page.route('**/pictures/booth-plan.webp', (route) => route.abort());
    await page.goto(GALLERY_PAGE);
    const { open, dialog, button, status } = lightboxOf(page);
    await open();
    await button('Next picture').click();
    await expect(dialog.getByRole('img', { name: 'Broken image' })).toBeInViewport();
    await expect(status).toContainText('This picture could not be loaded');
    await expect(button('Zoom in')).toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.press('+');
    await expect(status).not.toContainText('Zoom');
    await button('Next picture').click();

    await expect(lightboxOf(page).picture).toBeVisible();
  });

  test('works with the keyboard alone', async ({ page }) => {
    await page.goto(GALLERY_PAGE);
    const { items, dialog, button, picture, expectScale, expectTurn, expectPlace } = lightboxOf(page);
    await items.first().focus();
    await page.keyboard.press('Enter');
    await expect(picture).toBeVisible();
    expect(await dialog.evaluate((root) => root.contains(document.activeElement))).toBe(true);
    for (const name of [
      'Zoom out',
      'Zoom in',
      'Fit to window',
      'Rotate left',
      'Rotate right',
      'Close',
      'Next picture',
    ]) {
      await page.keyboard.press('Tab');
      await expect(button(name)).toBeFocused();
    }
    await page.keyboard.press('Enter');
    await expectPlace('Picture 2 of 5');
    await expect(picture).toBeVisible();
    for (const [key, scale] of [
      ['+', 1.12],
      ['=', 1.24],
      ['-', 1.12],
      ['0', 1],
    ] as const) {
      await page.keyboard.press(key);
      await expectScale(scale);
    }
    await page.keyboard.press('r');
    await expectTurn(90);
    await page.keyboard.press('Shift+R');
    await expectTurn(0);
    await page.keyboard.press('Escape');

    await expect(items.first()).toBeFocused();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`has nothing that keeps somebody out, in a ${colorScheme} page`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await page.goto(GALLERY_PAGE);
      await lightboxOf(page).open(1);
      const { violations } = await new AxeBuilder({ page }).include('.yarl__portal').analyze();

      expect(violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))).toEqual([]);
    });
  }

  test('keeps the cookie box waiting, which can be answered afterwards', async ({ page }) => {
    await page.goto(`${GALLERY_PAGE}#picture-booth-front`);
    const { dialog, picture } = lightboxOf(page);
    await expect(picture).toBeVisible();
    const box = page.locator('#cc-main');
    await expect(box).toHaveAttribute('inert', '');
    await expect(box).toHaveCSS('opacity', '0');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await page.getByRole('button', { name: 'Reject', exact: true }).click();

    await expect(page.getByRole('button', { name: 'Reject', exact: true })).toBeHidden();
  });

  test('leaves nothing behind when the visitor goes back while it is open', async ({ page }) => {
    await page.goto('/events');
    await page.goto(GALLERY_PAGE);
    await lightboxOf(page).open();
    await page.goBack();

    await expect(page).toHaveURL('/events');
    await expect(page.getByRole('main')).toBeVisible();
    await expect(page.locator('body > [inert]')).toHaveCount(0);
  });

  test('stands still for who wants it so', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(GALLERY_PAGE);
    const { open, button, picture, readPaint } = lightboxOf(page);
    await open();
    await expect(picture).toHaveCSS('transition-duration', '0s');
    await button('Zoom in').click();
    expect((await readPaint()).scale).toBeCloseTo(1.12, 3);
  });
});
