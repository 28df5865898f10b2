import { centreOf, dragBy, GALLERY_PAGE, lightboxOf } from './lightbox-page.ts';
import { expect, hideCookieBanner, test } from './site.ts';

/** docs/requirements.md sets the steps and limits of zoom, rotation and swipes. */
test.describe('the lightbox', { tag: '@scripts' }, () => {
  // tests/unit/blocks/lightbox-view.test.ts tests the limits of zoom, pan and swipe.
  test('zooms down to its limit, pans, changes the image by a swipe, and closes by a click on the backdrop', async ({
    page,
  }) => {
    await page.goto(GALLERY_PAGE);
    const { open, button, dialog, expectScale, expectX, expectAnnouncement, picture } = lightboxOf(page);
    await open();
    for (let count = 0; count < 7; count += 1) await button('Zoom out').click();
    await expectScale(0.16);
    await expect(button('Zoom out')).toHaveAttribute('aria-disabled', 'true');
    await button('Fit to window').click();
    await expectScale(1);

    // The wheel zooms at most one step per 80 milliseconds.
    await picture.evaluate((img) => {
      for (let count = 0; count < 5; count += 1) {
        img.dispatchEvent(new WheelEvent('wheel', { deltaY: -100, bubbles: true, cancelable: true }));
      }
    });
    // Waits for the animation, which takes longer than the throttle interval.
    await expectScale(1.12);
    const middle = await centreOf(picture);
    await page.mouse.move(middle.x, middle.y);
    await page.mouse.wheel(0, 100);
    await expectScale(1);
    // A pinch on a touchpad zooms only the image, not the page.
    const isPageZoomed = await picture.evaluate((img) =>
      img.dispatchEvent(new WheelEvent('wheel', { deltaY: -100, ctrlKey: true, bubbles: true, cancelable: true })),
    );
    expect(isPageZoomed).toBe(false);
    await expectScale(1.12);

    await page.keyboard.press('0');
    // Combinations with other keys than Shift are those of the browser.
    for (const key of ['+', '+', '+', '+', '=', '+', '-', 'Control++', 'Alt++', 'Meta++'])
      await page.keyboard.press(key);
    await expectScale(1.6);
    await dragBy(page, middle, -30);
    await expectX(-30);
    await page.keyboard.press('Shift+ArrowLeft');
    await expectX(30);
    await expectAnnouncement('Picture 1 of 5');

    // Before the first image there is none.
    await page.keyboard.press('0');
    await expectScale(1);
    await dragBy(page, middle, 60);
    await expectAnnouncement('Picture 1 of 5');
    await dragBy(page, middle, -51);
    await expectAnnouncement('Picture 2 of 5');
    await expect.poll(async () => Math.abs((await centreOf(picture)).x - middle.x)).toBeLessThan(2);
    await dragBy(page, middle, 51);
    // Pauses the transition, so that the pointer is above the outgoing image.
    await page.evaluate(() => document.getAnimations().forEach((animation) => void animation.pause()));
    await dragBy(page, middle, -80);
    await expectAnnouncement('Picture 2 of 5');
    await dragBy(page, middle, 80);
    await expectAnnouncement('Picture 1 of 5');
    await page.evaluate(() => document.getAnimations().forEach((animation) => void animation.finish()));

    // A closing dialog stays visible for a moment but no longer handles keys.
    const expectOpen = async () => {
      await expect(dialog).toHaveClass(/yarl__portal_open/);
      await page.keyboard.press('+');
      await expectScale(1.12);
      await page.keyboard.press('0');
      await expectScale(1);
    };
    await picture.click();
    await expectOpen();
    const box = await picture.boundingBox();
    await dragBy(page, { x: box?.x ?? 0, y: (box?.y ?? 0) - 8 }, 20);
    await expectOpen();
    // Otherwise Safari on iPhones would not send the click.
    expect(await dialog.evaluate((element: HTMLElement) => element.onclick)).not.toBeNull();
    await page.mouse.click((box?.x ?? 0) + 20, (box?.y ?? 0) - 8);
    await expect(dialog).toHaveCount(0);
  });

  test('a double click toggles the natural size, rotation fits the image, and a pinch gesture zooms', async ({
    page,
  }) => {
    await page.goto(GALLERY_PAGE);
    const { open, button, dialog, expectScale, expectTurn, picture, readTransform, status } = lightboxOf(page);
    await open();
    const { natural } = await readTransform();
    expect(natural).toBeGreaterThan(1.05);
    await picture.dblclick();
    await expectScale(natural);
    await picture.dblclick();
    await expectScale(1);

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
    // The distance of the fingers grows by 60 pixels, with PINCH_SPEED 1.3.
    await expectScale(1 + (60 / width) * 1.3);
    expect(Math.abs((await readTransform()).x)).toBeLessThan(1);
    await expect(dialog).toBeVisible();

    await button('Fit to window').click();
    await button('Rotate right').click();
    await expectTurn(90);
    await expect(status).toContainText('Rotated by 90°');
    const box = await picture.boundingBox();
    expect(box?.width).toBeLessThan(box?.height ?? 0);
    await button('Rotate left').click();
    await expectTurn(0);
    await page.keyboard.press('r');
    await expectTurn(90);
    await page.keyboard.press('R');
    await expectTurn(0);
  });

  test('goes to the next and previous image without looping, and Escape closes it and restores the page', {
    tag: '@journey',
  }, async ({ page }) => {
    // If the cookie banner appeared over the image, Playwright would scroll before the click.
    await hideCookieBanner(page);
    await page.goto(GALLERY_PAGE);
    const { open, button, dialog, items, expectAnnouncement, expectScale, expectTurn } = lightboxOf(page);
    await items.first().hover();
    const before = await page.evaluate(() => scrollY);
    await open();
    await expect(page.locator('body')).toHaveCSS('overflow', 'hidden');
    await expect(button('Previous picture')).toBeDisabled();
    await page.keyboard.press('ArrowLeft');
    await button('Zoom in').click();
    await button('Rotate right').click();
    await button('Next picture').click();
    await expectAnnouncement('Picture 2 of 5');
    await expectScale(1);
    await expectTurn(0);
    for (const place of ['Picture 3 of 5', 'Picture 4 of 5', 'Picture 5 of 5']) {
      await page.keyboard.press('ArrowRight');
      await expectAnnouncement(place);
    }
    await expect(button('Next picture')).toBeDisabled();
    await page.keyboard.press('ArrowRight');
    await expectAnnouncement('Picture 5 of 5');
    await button('Previous picture').click();
    await expectAnnouncement('Picture 4 of 5');
    await expect(dialog.getByText('4 / 5')).toBeVisible();
    await expect(page).toHaveURL(`${GALLERY_PAGE}#picture-screen-payout-statement`);
    await page.keyboard.press('Escape');

    await expect(dialog).toHaveCount(0);
    await expect(items.first()).toBeFocused();
    await expect(page).toHaveURL(GALLERY_PAGE);
    await expect(page.locator('body')).toHaveCSS('overflow', 'visible');
    expect(await page.evaluate(() => scrollY)).toBe(before);
  });

  test('does not animate with reduced motion, shows an image that fails to load as broken, and is a plain link without its code', async ({
    page,
    allowConsoleMessage,
  }) => {
    allowConsoleMessage(/Failed to load resource/);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.route('**/pictures/booth-plan.webp', (route) => route.abort());
    await page.goto(GALLERY_PAGE);
    const { open, items, dialog, button, picture, status, readTransform } = lightboxOf(page);
    await open();
    await expect(picture).toHaveCSS('transition-duration', '0s');
    await button('Zoom in').click();
    expect((await readTransform()).scale).toBeCloseTo(1.12, 3);

    await button('Next picture').click();
    await expect(dialog.getByRole('img', { name: 'Broken image' })).toBeInViewport();
    await expect(status).toContainText('This picture couldn’t be loaded');
    await expect(button('Zoom in')).toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.press('+');
    await expect(status).not.toContainText('Zoom');
    await button('Next picture').click();
    await expect(picture).toBeVisible();

    await page.route('**/assets/lightbox-*', (route) => route.abort());
    await page.goto('/events');
    await page.goto(GALLERY_PAGE);
    await items.first().click();
    await expect(page).toHaveURL('/pictures/booth-front.webp');
    await page.goBack();
    await expect(page).toHaveURL(GALLERY_PAGE);
  });
});
