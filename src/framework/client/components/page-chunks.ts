import { preload, preloadModule } from 'react-dom';

/** The chunks and style sheets of client components, by the path of the page that needs them. */
let chunksByPage: Readonly<Record<string, readonly string[]>> = {};

/** Loads the list of other pages' chunks, which are then fetched with the payload that names them, not after it. */
export const loadPageChunkList = async (): Promise<void> => {
  // The build writes the list.
  if (import.meta.env.DEV) return;
  try {
    const response = await fetch(`/builds/chunks/${import.meta.env.WAKU_BUILD_ID}.json`);
    if (response.ok) chunksByPage = await response.json();
  } catch {
    // The payloads name them.
  }
};

/** Fetches the chunks of a page without running them. */
export const prefetchChunksOf = (pathname: string): void => {
  for (const chunk of chunksByPage[pathname] ?? []) {
    if (chunk.endsWith('.css')) preload(`/${chunk}`, { as: 'style', crossOrigin: '' });
    else preloadModule(`/${chunk}`, { as: 'script' });
  }
};
