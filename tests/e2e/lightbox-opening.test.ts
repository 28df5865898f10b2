import { centreOf, GALLERY_PAGE, lightboxOf } from './lightbox-page.ts';
import { expect, holdRequests, test } from './site.ts';

test.describe('the lightbox', { tag: '@scripts' }, () => {
  test('opens an image that is clicked before hydration, which is busy until then; a click with Ctrl is left to the browser', {
    tag: '@phone',
  }, async ({ page, context, isMobile }) => {
    const release = await holdRequests(page, '**/assets/entry.browser-*.js');
    await page.goto(GALLERY_PAGE);
    const { items, dialog, status } = lightboxOf(page);
    const openTab = async (): Promise<void> => {
      const [tab] = await Promise.all([
        context.waitForEvent('page'),
        items.first().click({ modifiers: ['ControlOrMeta'] }),
      ]);
      await expect(tab).toHaveURL('/pictures/booth-front.webp');
      await expect(dialog).toHaveCount(0);
      await expect(page).toHaveURL(GALLERY_PAGE);
    };
    if (!isMobile) await openTab();
    await items.nth(1).click();
    await expect(items.nth(1)).toHaveAttribute('aria-busy', 'true');
    await expect(items.nth(1)).toHaveCSS('cursor', 'progress');
    release();

    await expect(dialog).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await expect(status).toContainText('Picture 2 of 5');
    await expect(page).toHaveURL(/#picture-[a-z0-9-]+$/);
    if (isMobile) return;
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await openTab();
  });

  test('shows a double-clicked image in the size of the window, also if the second click is beside it', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 800, height: 1_200 });
    await page.goto(GALLERY_PAGE);
    const { items, open, dialog, expectScale, picture } = lightboxOf(page);
    await open();
    const opened = await centreOf(picture);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    for (const y of [opened.y, opened.y - 500]) {
      await items.first().evaluate((item, top) => {
        scrollBy({ top: item.getBoundingClientRect().top - top, behavior: 'instant' });
      }, y - 20);
      const { x } = await centreOf(items.first());
      await page.mouse.click(x, y);
      await expect(picture).toBeVisible();
      await page.mouse.down({ clickCount: 2 });
      await page.mouse.up({ clickCount: 2 });
      await expect(dialog).toHaveCSS('opacity', '1');
      await expectScale(1);
      await expect(dialog).toHaveClass(/yarl__portal_open/);
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    }
  });

  test('closes by a double click beside the image that does not open the image behind it', async ({ page }) => {
    await page.setViewportSize({ width: 800, height: 1_200 });
    await page.goto(GALLERY_PAGE);
    const { items, dialog, picture } = lightboxOf(page);
    await items.first().press('Enter');
    await expect(picture).toBeVisible();
    await items.first().evaluate((item) => {
      scrollBy({ top: item.getBoundingClientRect().top - 100, behavior: 'instant' });
    });
    const { x } = await centreOf(items.first());
    await page.mouse.click(x, 120);
    await expect(dialog).toHaveCount(0);
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    await expect(page).toHaveURL(GALLERY_PAGE);

    await page.mouse.click(x, 120);
    await expect(dialog).toBeVisible();
  });

  test('makes the cookie banner inert while it is open, and nothing when the user has gone back', async ({ page }) => {
    await page.goto('/events');
    await page.goto(`${GALLERY_PAGE}#picture-booth-front`);
    const { dialog, open, picture } = lightboxOf(page);
    await expect(picture).toBeVisible();
    const box = page.locator('#cookie-box');
    await expect(box).toHaveAttribute('inert', '');
    await expect(box).toHaveCSS('opacity', '0');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await page.getByRole('button', { name: 'Reject', exact: true }).click();

    await expect(page.getByRole('button', { name: 'Reject', exact: true })).toBeHidden();
    await open();
    await page.goBack();
    await expect(page).toHaveURL('/events');
    await expect(page.getByRole('main')).toBeVisible();
    await expect(page.locator('body > [inert]')).toHaveCount(0);
  });

  test('opens by the URL hash, which can change, and works with the keyboard only', async ({ page }) => {
    await page.goto(`${GALLERY_PAGE}#picture-screen-ab-test`);
    const { items, dialog, button, picture, expectScale, expectTurn, expectAnnouncement } = lightboxOf(page);
    await expectAnnouncement('Picture 3 of 5');
    await expect(picture).toHaveAttribute('src', '/pictures/screen-ab-test.webp');
    await page.evaluate(() => location.assign('#picture-booth-plan'));
    await expectAnnouncement('Picture 2 of 5');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(items.nth(1)).toBeFocused();
    await expect(page).toHaveURL(GALLERY_PAGE);

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
    await expectAnnouncement('Picture 2 of 5');
    await expect(picture).toBeVisible();
    // tests/unit/blocks/lightbox-keys.test.ts tests the other keys.
    await page.keyboard.press('+');
    await expectScale(1.12);
    await page.keyboard.press('r');
    await expectTurn(90);
    await page.keyboard.press('Escape');
    await expect(items.first()).toBeFocused();
  });
});
