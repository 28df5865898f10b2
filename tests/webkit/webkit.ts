import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { Builder, By, Capabilities, Origin, type WebDriver, type WebElement } from 'selenium-webdriver';
import { expect, onTestFinished, vi } from 'vitest';
import { freePort } from '../support/free-port.ts';

const isInstalled = (command: string, ...args: string[]): boolean => spawnSync(command, args).status === 0;

/** Whether WebKitGTK with its WebDriver is installed: Debian's packages webkit2gtk-driver, xvfb, python3-gi, gir1.2-webkit2-4.1. */
export const hasWebKit =
  isInstalled('WebKitWebDriver', '--help') &&
  isInstalled('xvfb-run', '--help') &&
  isInstalled('/usr/bin/python3', '-c', 'import gi; gi.require_version("WebKit2", "4.1")');

type WindowOptions = {
  readonly width?: number;
  readonly height?: number;
  readonly hasScripts?: boolean;
  readonly hasAnimations?: boolean;
  /** JavaScript that runs at the start of every document. */
  readonly init?: string;
};

type Locator = string | { readonly text: string; readonly within?: string };

/** Quotes a text for XPath, whose string literals have no escape sequences. */
const quote = (text: string): string => (text.includes("'") ? `"${text}"` : `'${text}'`);

/** Accepts a CSS selector, or the text of a control or heading. White space in the text is normalized. */
const toBy = (locator: Locator): By => {
  if (typeof locator === 'string') return By.css(locator);
  const scope = locator.within ? `//*[@id=${quote(locator.within)}]` : '';
  return By.xpath(
    `${scope}//*[self::a or self::button or self::summary or self::label or self::h1 or self::h2 or self::h3][normalize-space()=${quote(locator.text)}]`,
  );
};

/** Without `expect.poll`, which works within a test only. */
const waitForDriver = (url: string): Promise<boolean> =>
  vi.waitUntil(
    () =>
      fetch(`${url}/status`).then(
        ({ ok }) => ok,
        () => false,
      ),
    { timeout: 30_000 },
  );

/**
 * Opens a window of WebKitGTK, controlled by WebDriver, that is closed when the test ends, or when `closeLater` says. WebDriver cannot intercept requests: tests
 * replace `fetch` in `init` instead. WebDriver's own clicks fail while a page scrolls smoothly, so `click` scrolls instantly and
 * clicks at coordinates.
 */
export const openWebKit = async (
  origin: string,
  options: WindowOptions = {},
  closeLater: (close: () => Promise<void>) => void = onTestFinished,
) => {
  const { width = 1280, height = 900, hasScripts = true, hasAnimations = true, init = '' } = options;
  const port = await freePort();
  const server = spawn('xvfb-run', ['-a', '-s', '-screen 0 1600x1400x24', 'WebKitWebDriver', `--port=${port}`], {
    detached: true,
    stdio: 'ignore',
    env: {
      ...process.env,
      // The compositor of WebKitGTK may crash in Mesa's software driver.
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      WEBKIT_SIZE: `${width}x${height}`,
      WEBKIT_SCRIPTS: hasScripts ? '1' : '0',
      WEBKIT_ANIMATIONS: hasAnimations ? '1' : '0',
      WEBKIT_INIT: init,
    },
  });
  let driver: WebDriver | null = null;
  closeLater(async () => {
    await driver?.quit().catch(() => undefined);
    // xvfb-run, the X server and the driver are one process group.
    if (server.pid !== undefined) process.kill(-server.pid);
  });
  const url = `http://127.0.0.1:${port}`;
  await waitForDriver(url);
  const browserOptions = { binary: path.join(import.meta.dirname, 'window.py'), args: [] };
  const capabilities = new Capabilities({ browserName: 'webkit-window', 'webkitgtk:browserOptions': browserOptions });
  const browser = await new Builder().usingServer(url).withCapabilities(capabilities).build();
  driver = browser;

  const find = async (locator: Locator): Promise<WebElement> => {
    const by = toBy(locator);
    await expect
      .poll(async () => (await browser.findElements(by)).length, { message: JSON.stringify(locator) })
      .toBeGreaterThan(0);
    return browser.findElement(by);
  };

  const clickAt = async (element: WebElement): Promise<void> => {
    const { x, y } = await browser.executeScript<{ x: number; y: number }>(
      `const [element] = arguments;
       element.scrollIntoView({ block: 'center', behavior: 'instant' });
       return (async () => {
         // Sections that come near are laid out up to three frames later, and move the element.
         for (let frame = 0; frame < 5; frame += 1) await new Promise(requestAnimationFrame);
         const { left, top, width, height } = element.getBoundingClientRect();
         return { x: Math.round(left + Math.min(width / 2, 80)), y: Math.round(top + height / 2) };
       })();`,
      element,
    );
    await browser.actions().move({ x, y, origin: Origin.VIEWPORT }).click().perform();
  };

  return {
    visit: (pathname: string): Promise<void> => browser.get(origin + pathname),
    /** Evaluates the body of a function in the page. */
    run: <Value>(body: string, ...args: readonly unknown[]): Promise<Value> =>
      browser.executeScript<Value>(body, ...args),
    click: async (locator: Locator): Promise<void> => clickAt(await find(locator)),
    /** Types into the focused element. */
    press: (...keys: readonly string[]): Promise<void> =>
      browser
        .actions()
        .sendKeys(...keys)
        .perform(),
    fill: async (selector: string, text: string): Promise<void> => {
      const field = await find(selector);
      await clickAt(field);
      await browser.actions().sendKeys(text).perform();
    },
    /** Unlike WebDriver's own text, this includes visually hidden elements. */
    textOf: async (selector: string): Promise<string> =>
      browser.executeScript<string>(`return arguments[0].textContent.trim();`, await find(selector)),
    isShown: async (selector: string): Promise<boolean> =>
      browser.executeScript<boolean>(
        `return [...document.querySelectorAll(arguments[0])].some((element) => element.checkVisibility());`,
        selector,
      ),
    pathname: async (): Promise<string> => new URL(await browser.getCurrentUrl()).pathname,
    hydrate: async (): Promise<void> => {
      await expect
        .poll(async () => {
          await browser.actions().move({ x: 50, y: 300, origin: Origin.VIEWPORT }).perform();
          await browser.actions().move({ x: 60, y: 310, origin: Origin.VIEWPORT }).perform();
          return browser.executeScript<boolean>(`return 'hydrated' in document.documentElement.dataset;`);
        })
        .toBe(true);
    },
    back: (): Promise<void> => browser.navigate().back(),
    reload: (): Promise<void> => browser.navigate().refresh(),
    cookies: () => browser.manage().getCookies(),
    version: async (): Promise<string> => String((await browser.getCapabilities()).get('browserVersion')),
  };
};

export type WebKitWindow = Awaited<ReturnType<typeof openWebKit>>;
