import { spawn } from 'node:child_process';
import { expect, test } from '@playwright/test';
import { DEVELOPMENT_PORT, FAILING_PORT, fixtureFolder } from './sites.ts';

const SITE = `http://localhost:${FAILING_PORT}`;

test('a page that throws responds with 500 and the error page of the site', async ({ page }) => {
  const response = await page.goto(`${SITE}/throws/at-once`);

  expect(response?.status()).toBe(500);
  await expect(page.getByRole('heading')).toHaveText('Error 500');
});

for (const when of ['while-streaming', 'in-a-part']) {
  test(`a page with a part that throws ${when} says so in its place, is complete, and is not cached`, async ({
    page,
  }) => {
    const errors: string[] = [];
    page.on('console', (message) => errors.push(message.text()));
    page.on('pageerror', (error) => errors.push(error.message));
    for (let visit = 0; visit < 2; visit += 1) {
      const response = await page.goto(`${SITE}/throws/${when}`);
      expect(response?.status()).toBe(200);
      expect(await response?.headerValue('server-timing')).toBe('cache;desc=miss');
      await expect(page.getByText('Not available right now')).toBeVisible();
      await expect(page.getByText('The end of the page')).toBeVisible();
    }
    await page.mouse.move(100, 100);
    await page.mouse.move(110, 110);
    await page.waitForLoadState('networkidle');
    await expect(page.getByText('Not available right now')).toBeVisible();
    expect(errors).toEqual([]);
  });
}

test('the development server shows the error of a part with its stack', async ({ page }) => {
  await page.goto(`http://localhost:${DEVELOPMENT_PORT}/throws/while-streaming`);

  await expect(page.getByText('This part throws while the page streams.')).toContainText('src/pages/throws/');
  await expect(page.getByText('The end of the page')).toBeVisible();
});

test('the message of an error is not shown to visitors', async ({ request }) => {
  for (const when of ['at-once', 'while-streaming', 'in-a-part']) {
    expect(await (await request.get(`${SITE}/throws/${when}`)).text()).not.toContain('This ');
  }
});

test('a component that throws in the browser is reported', async ({ page }) => {
  const reported = page.waitForRequest('**/api/client-errors');
  await page.goto(`${SITE}/throws/in-browser`);
  await page.getByLabel('Name').focus();

  expect((await reported).postDataJSON()).toEqual({ path: '/throws/in-browser', stage: 'render' });
});

test.describe('with an error page that throws', () => {
  // In one worker, because each worker would start a server at the same port.
  test.describe.configure({ mode: 'default' });

  const port = DEVELOPMENT_PORT + 1;
  const url = `http://localhost:${port}`;
  let stop = (): void => undefined;

  test.beforeAll(async () => {
    const child = spawn('node', ['dist/serve-node.js'], {
      cwd: fixtureFolder('failing'),
      env: { ...process.env, PORT: String(port), ERROR_PAGE: 'broken', LOG_LEVEL: 'silent' },
      stdio: 'ignore',
    });
    stop = () => child.kill();
    await expect
      .poll(() =>
        fetch(`${url}/healthz`).then(
          ({ ok }) => ok,
          () => false,
        ),
      )
      .toBe(true);
  });

  test.afterAll(() => stop());

  for (const [path, status] of [
    ['/nowhere', 404],
    ['/throws/at-once', 500],
  ] as const) {
    test(`${path} responds with ${status} and a plain document`, async ({ page }) => {
      const response = await page.goto(url + path);

      expect(response?.status()).toBe(status);
      await expect(page.getByRole('heading', { level: 1 })).toContainText(String(status));
      await expect(page.getByRole('link')).toHaveAttribute('href', '/');
    });
  }

  test('the other pages of the site still respond', async ({ page }) => {
    expect((await page.goto(`${url}/`))?.status()).toBe(200);
  });
});
