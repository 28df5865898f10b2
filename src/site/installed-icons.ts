import 'server-only';
import { createRequire } from 'node:module';
import { getIconData } from '@iconify/utils';

export type IconSet = Parameters<typeof getIconData>[0];
export type IconData = NonNullable<ReturnType<typeof getIconData>>;

/** The set that is installed, and meant by a name without a collection. */
export const INSTALLED_COLLECTION = 'tabler';

const readSet: (file: string) => IconSet = createRequire(import.meta.url);

let installed: IconSet | null = null;

/*
 * The set is one JSON file of about 2 MB: 50 ms and 5 MB of heap, once, on the first icon of a process. A generated subset
 * would save that, but editors may name any icon of the set (block `cards`), and the icon endpoint serves the same file.
 * `require` at run time keeps it out of every bundle.
 */
const loadSet = (): IconSet => {
  installed ??= readSet(`@iconify-json/${INSTALLED_COLLECTION}/icons.json`);
  return installed;
};

/** What Iconify takes for the name of a collection or an icon; longer ones exist nowhere. */
export const isIconName = (name: string): boolean => name.length <= 80 && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name);

/** An icon of a set. A name that every object knows, such as `constructor`, is none. */
export const pickIcon = (set: IconSet, name: string): IconData | null =>
  Object.hasOwn(set.icons, name) || Object.hasOwn(set.aliases ?? {}, name) ? getIconData(set, name) : null;

export const findInstalledIcon = (collection: string, name: string): IconData | null =>
  collection === INSTALLED_COLLECTION ? pickIcon(loadSet(), name) : null;
