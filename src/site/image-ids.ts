/** Prefix of the hash that links to an image of a gallery: `/events/lisbon#picture-booth-front`. */
const IMAGE_ID_PREFIX = 'picture-';

/**
 * The element id of an image, derived from the URL of its file so that links to it survive a deployment:
 * `/pictures/booth-front.webp` becomes `picture-booth-front`.
 */
const toImageId = (url: string): string => {
  const name = url
    .toLowerCase()
    .replace(/^\/(?:pictures|media\/\d+)\//, '')
    .replace(/(?:\.[a-z0-9]+)+(?:\?.*)?$/, '');
  return IMAGE_ID_PREFIX + name.replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '');
};

/**
 * Element ids for the images of a gallery, unique on the page: repeated images get a number (`picture-booth-front-2`).
 *
 * @param earlier the URLs of the images in the galleries above.
 */
export const toImageIds = (urls: readonly string[], earlier: readonly string[] = []): string[] => {
  const taken = new Set<string>();
  /** The last number of each id. */
  const counts = new Map<string, number>();
  const ids = [...earlier, ...urls].map((url) => {
    const wanted = toImageId(url);
    let count = counts.get(wanted) ?? 1;
    let id = wanted;
    while (taken.has(id)) {
      count += 1;
      id = `${wanted}-${count}`;
    }
    counts.set(wanted, count);
    taken.add(id);
    return id;
  });
  return ids.slice(earlier.length);
};
