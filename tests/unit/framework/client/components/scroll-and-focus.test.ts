import { beforeEach, expect, test, vi } from 'vitest';
import {
  restoreScroll,
  saveScroll,
  scrollToTarget,
} from '../../../../../src/framework/client/components/scroll-and-focus.ts';
import { recordShownPage } from '../../../../../src/framework/client/components/shown-page.ts';
import { stubBrowser } from '../browser-globals.ts';

const scrollTo = vi.fn();
const scrollBy = vi.fn();
const scrollIntoView = vi.fn();
const focus = vi.fn();
const toggleAttribute = vi.fn();

const stubPage = (href: string, { isMotionReduced = false } = {}) => {
  const browser = stubBrowser(href);
  vi.stubGlobal('scrollTo', scrollTo);
  vi.stubGlobal('scrollBy', scrollBy);
  vi.stubGlobal('innerWidth', 360);
  vi.stubGlobal('innerHeight', 640);
  vi.stubGlobal('matchMedia', () => ({ matches: isMotionReduced }));
  const ids = new Set(['añejo']);
  const html = { toggleAttribute, parentElement: null, children: [{}] };
  /** Fills the window. A test sets its distance from the top of the window, and its boxes. */
  const main = {
    top: 0,
    boxes: [{}],
    parentElement: html,
    closest: () => main,
    getBoundingClientRect: () => ({ top: main.top }),
    getClientRects: () => main.boxes,
  };
  html.children = [{}, main];
  vi.stubGlobal('document', {
    documentElement: html,
    elementsFromPoint: () => [main],
    querySelector: () => null,
    getElementById: (id: string) => (ids.has(id) ? { scrollIntoView, focus, tabIndex: -1 } : null),
  });
  const observers = new Set<() => void>();
  vi.stubGlobal(
    'MutationObserver',
    class {
      readonly #callback: () => void;
      constructor(callback: () => void) {
        this.#callback = callback;
      }
      observe(): void {
        observers.add(this.#callback);
      }
      disconnect(): void {
        observers.delete(this.#callback);
      }
    },
  );
  /** Adds the element of an id to the document, like a part that arrives later. */
  const arrive = (id: string): void => {
    ids.add(id);
    for (const notify of [...observers]) notify();
  };
  return { ...browser, html, main, arrive };
};

beforeEach(() => {
  vi.clearAllMocks();
});

/** Leaves a page that is scrolled by 420 pixels, with `main` at 300, and goes back to it with `main` at 380. */
const leaveAndReturn = async (change: (page: ReturnType<typeof stubPage>) => void = () => undefined) => {
  const page = stubPage('https://site.example/faq');
  recordShownPage('https://site.example/faq');
  // The entry of the history is recorded in a microtask.
  await undefined;
  vi.stubGlobal('scrollY', 420);
  page.main.top = 300;
  saveScroll();
  page.main.top = 380;
  change(page);
  restoreScroll();
};

test('what was on screen when a page was left is restored to its place, whatever the height of what precedes it', async () => {
  await leaveAndReturn();

  expect(scrollTo).toHaveBeenCalledExactlyOnceWith({ top: 420, behavior: 'instant' });
  expect(scrollBy).toHaveBeenCalledExactlyOnceWith({ top: 80, behavior: 'instant' });
});

test.each<[string, Parameters<typeof leaveAndReturn>[0]]>([
  ['no longer exists', ({ html }) => html.children.splice(0)],
  ['is hidden', ({ main }) => main.boxes.splice(0)],
])('if what was on screen %s, the page is scrolled as far as it was', async (_, change) => {
  await leaveAndReturn(change);

  expect(scrollTo).toHaveBeenCalledExactlyOnceWith({ top: 420, behavior: 'instant' });
  expect(scrollBy).not.toHaveBeenCalled();
});

test.each([['has no saved position'], ['has positions that are not valid JSON', '{"a":1']])(
  'a page that %s is restored to its top',
  (_, stored = '[]') => {
    const { storage } = stubPage('https://site.example/faq');
    storage.setItem('scroll-positions', stored);
    restoreScroll();

    expect(scrollTo).toHaveBeenCalledExactlyOnceWith({ top: 0, behavior: 'instant' });
  },
);

test('only the positions of the last 50 visits are stored', async () => {
  const { storage } = stubPage('https://site.example/0');
  vi.stubGlobal('scrollY', 1);
  for (let visit = 0; visit < 60; visit += 1) {
    vi.stubGlobal('navigation', { currentEntry: { key: `visit ${visit}` } });
    recordShownPage('https://site.example/0');
    await undefined;
    saveScroll();
  }
  const saved: unknown[] = JSON.parse(storage.getItem('scroll-positions') ?? '[]');

  expect(saved).toHaveLength(50);
  expect(saved.at(-1)).toEqual(['visit 59', 1, 0, 1]);
});

test('a hash is decoded, and scrolls smoothly to its element', () => {
  stubPage('https://site.example/faq');
  scrollToTarget('#a%C3%B1ejo');

  expect(scrollIntoView).toHaveBeenCalledExactlyOnceWith({ behavior: 'smooth' });
});

test.each(['', '#missing', '#%'])('the hash "%s", which has no element, scrolls to the top', (hash) => {
  stubPage('https://site.example/faq');
  scrollToTarget(hash);

  expect(scrollTo).toHaveBeenCalledExactlyOnceWith({ top: 0, behavior: 'smooth' });
});

test('an element that arrives later is scrolled to and focused, once', () => {
  const { arrive } = stubPage('https://site.example/faq');
  scrollToTarget('#later');
  for (const id of ['other', 'later', 'other']) arrive(id);

  expect(scrollIntoView).toHaveBeenCalledExactlyOnceWith({ behavior: 'smooth' });
  expect(focus).toHaveBeenCalledOnce();
});

test.each<[string, (page: EventTarget) => void]>([
  ['turned the wheel', (page) => page.dispatchEvent(new Event('wheel'))],
  ['pressed a key', (page) => page.dispatchEvent(new Event('keydown'))],
  ['pressed a button', (page) => page.dispatchEvent(new Event('pointerdown'))],
  ['gone to another page', () => recordShownPage('https://site.example/news')],
])('an element that arrives after the visitor has %s is not scrolled to', (_, act) => {
  const { page, arrive } = stubPage('https://site.example/faq');
  recordShownPage('https://site.example/faq');
  scrollToTarget('#later');
  act(page);
  arrive('later');

  expect(scrollIntoView).not.toHaveBeenCalled();
});

test('with reduced motion a page scrolls instantly', () => {
  stubPage('https://site.example/faq', { isMotionReduced: true });
  scrollToTarget('');

  expect(scrollTo).toHaveBeenCalledExactlyOnceWith({ top: 0, behavior: 'instant' });
});

test('a page is rendered completely before it scrolls to a target or a saved position, but not to its top', () => {
  stubPage('https://site.example/faq');
  for (const scroll of [() => scrollToTarget('#añejo'), restoreScroll, () => scrollToTarget('')]) scroll();

  expect(toggleAttribute.mock.calls).toEqual([
    ['data-render-all', true],
    ['data-render-all', true],
    ['data-render-all', false],
  ]);
});
