import { watchPageUnload } from './page-unload.ts';

const asked = new Map<string, Promise<unknown>>();

const fetchFile = (file: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const isStyle = file.endsWith('.css');
    const link = document.createElement('link');
    link.rel = isStyle ? 'stylesheet' : 'modulepreload';
    link.href = `/${file}`;
    link.onload = resolve;
    link.onerror = () => {
      asked.delete(file);
      link.remove();
      reject(new Error(file));
    };
    document.head.append(link);
    // A module is waited for by the import that needs it.
    if (!isStyle) resolve(null);
  });

/** Fetches a style sheet or a module, which does not run by that, unless somebody has asked for it before. */
export const fetchOnce = (file: string): Promise<unknown> => {
  const fetched =
    asked.get(file) ?? (document.querySelector(`link[href="/${file}"]`) ? Promise.resolve() : fetchFile(file));
  asked.set(file, fetched);
  return fetched;
};

/**
 * Wraps every dynamic import, in place of Vite's own helper, which is four times as long and would be a quarter of the boot
 * script (docs/decisions/0019). The same contract: what the part needs is fetched at once and not one after the other, its
 * styles are there before it runs, and a failure is an event that may be prevented. Two differences: a part whose style
 * sheet fails is run without it, and an import that is rejected because the page is being left causes no event.
 *
 * @param load imports the part.
 * @param files the styles and modules that it needs, below the root of the site.
 * @returns the part; undefined when a listener of `vite:preloadError` has taken care of its failure.
 */
export const preload = async <Part>(
  load: () => Promise<Part>,
  files: readonly string[] = [],
): Promise<Part | undefined> => {
  const leaving = watchPageUnload();
  const isPrevented = (): boolean =>
    !leaving.isLeaving() && !dispatchEvent(new Event('vite:preloadError', { cancelable: true }));
  try {
    await Promise.all(files.map(fetchOnce)).catch(isPrevented);
    return await load();
  } catch (error) {
    if (!isPrevented()) throw error;
    return undefined;
  } finally {
    leaving.stop();
  }
};
