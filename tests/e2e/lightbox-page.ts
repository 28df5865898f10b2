import type { Locator, Page } from '@playwright/test';
import { expect } from './site.ts';

/** A page with five images. */
export const GALLERY_PAGE = '/events/port-of-domains-hamburg-2026';

export const lightboxOf = (page: Page) => {
  const dialog = page.getByRole('dialog', { name: 'Pictures', exact: true });
  const picture = dialog.locator('.yarl__slide_current img[data-status="ready"]');
  const button = (name: string) => dialog.getByRole('button', { name, exact: true });

  /**
   * The scale, rotation in degrees and pan offset in pixels of the image after its animations have finished. `natural` is the
   * scale at which the image has its natural size.
   */
  const readTransform = () =>
    picture.evaluate(async (img) => {
      await Promise.allSettled(img.getAnimations().map(({ finished }) => finished));
      const { a, b, e, f } = new DOMMatrix(getComputedStyle(img).transform);
      return {
        scale: Math.hypot(a, b),
        turn: Math.round((Math.atan2(b, a) * 180) / Math.PI),
        // Without panning, the element is translated by minus half of its size.
        x: e + img.clientWidth / 2,
        y: f + img.clientHeight / 2,
        natural: img instanceof HTMLImageElement ? img.naturalWidth / img.clientWidth : 0,
      };
    });

  return {
    dialog,
    picture,
    button,
    readTransform,
    status: dialog.getByRole('status'),
    items: page.locator('[data-gallery-item]'),
    open: async (index = 0): Promise<void> => {
      await page.locator('[data-gallery-item]').nth(index).click();
      await expect(picture).toBeVisible();
      await expect(dialog).toHaveCSS('opacity', '1');
    },
    expectScale: (scale: number) => expect.poll(async () => (await readTransform()).scale).toBeCloseTo(scale, 2),
    expectX: (x: number) => expect.poll(async () => Math.abs((await readTransform()).x - x)).toBeLessThan(1),
    expectTurn: (turn: number) => expect.poll(async () => (await readTransform()).turn).toBe(turn),
    expectAnnouncement: (text: string) => expect(dialog.getByRole('status')).toContainText(text),
  };
};

export const centreOf = async (locator: Locator): Promise<{ x: number; y: number }> => {
  const box = await locator.boundingBox();
  if (!box) throw new Error('The element is not visible.');
  return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
};

/** Drags from a point by a number of pixels, in steps that are at least one frame apart. */
export const dragBy = async (page: Page, from: { x: number; y: number }, x: number, y = 0): Promise<void> => {
  const frame = () => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (const progress of [0.5, 0.8, 1]) {
    await page.mouse.move(from.x + x * progress, from.y + y * progress);
    await frame();
  }
  await page.mouse.up();
};
