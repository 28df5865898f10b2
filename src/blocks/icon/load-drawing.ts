import { addAPIProvider, buildIcon, loadIcon, replaceIDs } from '@iconify/react';
import type { Drawing } from './icon-svg.tsx';

// Iconify's public API would learn the IP address of every client. Our own endpoint calls it only if necessary.
addAPIProvider('', { resources: [location.origin], path: '/api/icons/' });

/** @throws {Error} when the icon is unknown or cannot be loaded. */
export const loadDrawing = async (name: string): Promise<Drawing> => {
  const { body, attributes } = buildIcon(await loadIcon(name));
  return { body: replaceIDs(body), viewBox: attributes.viewBox };
};
