import { vi } from 'vitest';

/** Stubs the parts of a window that modules without a DOM use: events, session storage and the location. */
export const stubBrowser = (href = 'https://site.example/faq?q=a#top') => {
  const page = new EventTarget();
  const stored = new Map<string, string>();
  const storage = {
    getItem: vi.fn((key: string) => stored.get(key) ?? null),
    setItem: vi.fn((key: string, value: string) => void stored.set(key, value)),
  };
  const { pathname, search, hash, origin } = new URL(href);
  const location = { href, pathname, search, hash, origin, reload: vi.fn(), assign: vi.fn() };
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('sessionStorage', storage);
  vi.stubGlobal('location', location);
  return { page, storage, location };
};
