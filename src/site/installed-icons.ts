import 'server-only';
import { createRequire } from 'node:module';
import { getIconData } from '@iconify/utils';

export type IconSet = Parameters<typeof getIconData>[0];
export type IconData = NonNullable<ReturnType<typeof getIconData>>;

/** The installed icon set, which is also the default for names without a collection. */
export const INSTALLED_COLLECTION = 'tabler';

/**
 * Reads a JSON file of about 2 MB, which takes 50 ms and 5 MB of heap once per process. A generated subset would avoid
 * that, but editors may use any icon of the set (block `cards`), and the icon endpoint serves the whole set. Calling
 * `require` at run time keeps the file out of the bundles.
 */
const readSet: (file: string) => IconSet = createRequire(import.meta.url);

/** Whether Iconify accepts this as the name of a collection or icon. No existing name is longer than 80 characters. */
export const isIconName = (name: string): boolean => name.length <= 80 && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name);

/** Looks up an icon by own property, so that inherited names such as `constructor` find nothing. */
export const pickIcon = (set: IconSet, name: string): IconData | null =>
  Object.hasOwn(set.icons, name) || Object.hasOwn(set.aliases ?? {}, name) ? getIconData(set, name) : null;

export const findInstalledIcon = (collection: string, name: string): IconData | null =>
  collection === INSTALLED_COLLECTION
    ? pickIcon(readSet(`@iconify-json/${INSTALLED_COLLECTION}/icons.json`), name)
    : null;
