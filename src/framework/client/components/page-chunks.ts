import { preload, preloadModule } from 'react-dom';

/** The chunks and style sheets of client components, by the path of the page that needs them. */
let chunksByPage: Readonly<Record<string, readonly string[]>> = {};

/**
 * Loads the lists of the chunks of all pages, so that a prefetch requests the chunks of a page together with its
 * payload and not after it.
 */
export const loadPageChunkList = async (): Promise<void> => {
  // Only a build has these lists.
  if (import.meta.env.DEV) return;
  try {
    const response = await fetch(`/builds/chunks/${import.meta.env.WAKU_BUILD_ID}.json`);
    if (response.ok) chunksByPage = await response.json();
  } catch {
    // Without the lists, chunks are loaded when a payload refers to them.
  }
};

/** Fetches the chunks of a page without running them. The path may have a trailing slash. */
export const prefetchChunksOf = (pathname: string): void => {
  for (const chunk of chunksByPage[pathname.replace(/(?<=.)\/$/, '')] ?? []) {
    if (chunk.endsWith('.css')) preload(`/${chunk}`, { as: 'style', crossOrigin: '' });
    else preloadModule(`/${chunk}`, { as: 'script' });
  }
};
