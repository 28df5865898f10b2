import { addAPIProvider, buildIcon, loadIcon, replaceIDs } from '@iconify/react';
import type { Drawing } from './icon-svg.tsx';

// By default, browsers would call Iconify's public API, which would then learn the IP address of every client.
addAPIProvider('', { resources: [location.origin], path: '/api/icons/' });

/** @throws {Error} when the icon is unknown or cannot be loaded. */
export const loadDrawing = async (name: string): Promise<Drawing> => {
  const { body, attributes } = buildIcon(await loadIcon(name));
  return { body: replaceIDs(body), viewBox: attributes.viewBox };
};
