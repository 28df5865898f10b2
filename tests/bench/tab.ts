import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { BROWSER_ARGUMENTS, requireFullBrowser } from '../browser.ts';

const LISTENING = /DevTools listening on (ws:\S+)/;
const POLL_MS = 50;
const RESPONSE_LIMIT_MS = 1_000;
const LIMIT_MS = 15_000;

type Target = { readonly targetId: string; readonly type: string; readonly subtype?: string };
type Message = { readonly id?: number; readonly method?: string; readonly params?: object; readonly result?: unknown };
type Attached = { readonly sessionId: string; readonly targetInfo: Target };
type Point = { readonly x: number; readonly y: number };

/** The WebSocket URL that a new browser prints. */
const readDevToolsUrl = (browser: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let output = '';
    browser.stderr?.on('data', (bytes: Buffer) => {
      output += bytes;
      const url = LISTENING.exec(output)?.[1];
      if (url) resolve(url);
    });
    browser.once('exit', () => reject(new Error(`The browser did not start: ${output}`)));
  });

/** The Chrome DevTools Protocol over one WebSocket, for the sessions of all targets. */
const connect = async (url: string, onEvent: (method: string, params: object) => void) => {
  const socket = new WebSocket(url);
  await new Promise((resolve) => socket.addEventListener('open', resolve));
  const pending = new Map<number, (result: unknown) => void>();
  let count = 0;
  socket.addEventListener('message', ({ data }) => {
    const { id, method, params, result }: Message = JSON.parse(String(data));
    if (id !== undefined) pending.get(id)?.(result);
    else if (method !== undefined) onEvent(method, params ?? {});
  });
  const send = <Result>(method: string, params: object = {}, sessionId?: string): Promise<Result> =>
    new Promise((resolve) => {
      count += 1;
      pending.set(count, (result) => resolve(result as Result));
      // A command sent to a document that is being replaced never gets a response.
      globalThis.setTimeout(resolve, RESPONSE_LIMIT_MS);
      socket.send(JSON.stringify({ id: count, method, params, ...(sessionId ? { sessionId } : {}) }));
    });
  return { send, close: (): void => socket.close() };
};

/**
 * Opens a browser with one tab and controls it through the tab target, because Chromium does not prerender pages while developer
 * tools or Playwright are attached to the page target.
 *
 * @param script runs in every document before its own scripts.
 */
export const openTab = async (script: string) => {
  const profile = await mkdtemp(path.join(tmpdir(), 'tab-'));
  const options = ['--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`, '--window-size=1280,800'];
  const browser = spawn(requireFullBrowser(), [...BROWSER_ARGUMENTS, ...options, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const pages = new Map<string, Attached>();

  const { send, close } = await connect(await readDevToolsUrl(browser), (method, params) => {
    if (method === 'Target.attachedToTarget') {
      const attached = params as Attached;
      const { sessionId, targetInfo } = attached;
      if (targetInfo.type === 'page') pages.set(sessionId, attached);
      void send('Page.enable', {}, sessionId);
      void send('Page.addScriptToEvaluateOnNewDocument', { source: script }, sessionId);
      void send('Runtime.runIfWaitingForDebugger', {}, sessionId);
    } else if (method === 'Target.detachedFromTarget') {
      pages.delete((params as Attached).sessionId);
    } else if (method === 'Target.targetInfoChanged') {
      const { targetInfo } = params as Attached;
      for (const [sessionId, page] of pages)
        if (page.targetInfo.targetId === targetInfo.targetId) pages.set(sessionId, { sessionId, targetInfo });
    }
  });

  await send('Target.setDiscoverTargets', { discover: true, filter: [{}] });
  const { targetInfos } = await send<{ targetInfos: Target[] }>('Target.getTargets', { filter: [{ type: 'tab' }] });
  const { sessionId: tab } = await send<Attached>('Target.attachToTarget', {
    targetId: targetInfos[0]?.targetId,
    flatten: true,
  });
  await send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true }, tab);

  /** The session of the visible page, not of a prerendered one. */
  const visibleSession = (): string | undefined =>
    [...pages.values()].findLast(({ targetInfo }) => targetInfo.subtype !== 'prerender')?.sessionId;

  const evaluate = async <Value>(expression: string): Promise<Value | undefined> => {
    const params = { expression, returnByValue: true };
    // Undefined while one document replaces another.
    const response = await send<{ result?: { value?: Value } } | undefined>(
      'Runtime.evaluate',
      params,
      visibleSession(),
    );
    return response?.result?.value;
  };

  const waitUntil = async <Value>(expression: string): Promise<Value> => {
    for (const end = performance.now() + LIMIT_MS; performance.now() < end; await setTimeout(POLL_MS)) {
      const value = pages.size > 0 ? await evaluate<Value | false>(expression) : undefined;
      if (value) return value;
    }
    throw new Error(`Not true within ${LIMIT_MS} ms: ${expression}`);
  };

  const mouse = (type: string, point: Point, more: object = {}): Promise<unknown> =>
    send('Input.dispatchMouseEvent', { type, ...point, ...more }, visibleSession());

  const centreOf = (selector: string): Promise<Point> =>
    waitUntil(`(() => {
      const box = document.querySelector(${JSON.stringify(selector)})?.getBoundingClientRect();
      return box && { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    })()`);

  return {
    /** Loads a URL and waits until the document is complete. */
    open: async (url: string): Promise<void> => {
      await waitUntil('true');
      await send('Page.navigate', { url }, visibleSession());
      await waitUntil(`location.href === ${JSON.stringify(url)} && document.readyState === 'complete'`);
    },
    /** Waits until an expression is truthy in the visible page, and returns its value. */
    waitUntil,
    /** Presses a key that has no effect other than hydration. */
    pressShift: (): Promise<unknown> =>
      send('Input.dispatchKeyEvent', { type: 'keyDown', key: 'Shift', code: 'ShiftLeft' }, visibleSession()),
    /** Hovers an element for the given time, then clicks it. */
    hoverAndClick: async (selector: string, ms: number): Promise<void> => {
      const point = await centreOf(selector);
      await mouse('mouseMoved', point);
      await setTimeout(ms);
      const left = { button: 'left', clickCount: 1 };
      await mouse('mousePressed', point, left);
      void mouse('mouseReleased', point, left);
    },
    close: async (): Promise<void> => {
      const ended = new Promise((resolve) => browser.once('exit', resolve));
      // The process may be a wrapper script that does not forward signals.
      await send('Browser.close');
      close();
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
};
