import { addAPIProvider, buildIcon, loadIcon, replaceIDs } from '@iconify/react';
import type { Drawing } from './icon-svg.tsx';

// In place of the public API, which would learn every visitor's address. Our server asks it where it has to.
addAPIProvider('', { resources: [location.origin], path: '/api/icons/' });

/** @throws when the icon is unknown, or cannot be had now. */
export const loadDrawing = async (name: string): Promise<Drawing> => {
  const { body, attributes } = buildIcon(await loadIcon(name));
  return { body: replaceIDs(body), viewBox: attributes.viewBox };
};
