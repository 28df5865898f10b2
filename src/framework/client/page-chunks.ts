import { preload, preloadModule } from 'react-dom';

/** Files by the path of the page that needs them for its islands; empty until they are known. */
let partsByPage: Readonly<Record<string, readonly string[]>> = {};

/**
 * Asks what the islands of other pages need. The payload of a page says so too, but what is fetched together with it is
 * there one round trip earlier.
 */
export const loadPageChunkList = async (): Promise<void> => {
  try {
    const response = await fetch(`/builds/parts/${import.meta.env.WAKU_BUILD_ID}.json`);
    if (response.ok) partsByPage = await response.json();
  } catch {
    // They come with the payload then.
  }
};

/** Fetches the parts of a page that are known and not here yet. None of them runs or shows by that. */
export const prefetchChunksOf = (pathname: string): void => {
  for (const part of partsByPage[pathname] ?? []) {
    if (part.endsWith('.css')) preload(`/${part}`, { as: 'style' });
    else preloadModule(`/${part}`, { as: 'script' });
  }
};
