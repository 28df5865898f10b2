/** What the address of a picture within its page begins with: `/events/lisbon#picture-booth-front`. */
export const IMAGE_ID_PREFIX = 'picture-';

/**
 * The id of a picture within its gallery, from the address of its file, so that links to it survive a deployment:
 * `/pictures/booth-front.webp` is `picture-booth-front`.
 */
const toImageId = (url: string): string => {
  const name = url
    .toLowerCase()
    .replace(/^\/(?:pictures|media\/\d+)\//, '')
    .replace(/(?:\.[a-z0-9]+)+(?:\?.*)?$/, '');
  return IMAGE_ID_PREFIX + name.replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '');
};

/**
 * An id for each picture of a gallery, unique on its page: a picture that the page has already shown, above or in the same
 * gallery, is counted on (`picture-booth-front-2`).
 *
 * @param earlier The addresses of the pictures in the galleries above.
 */
export const toImageIds = (urls: readonly string[], earlier: readonly string[] = []): string[] => {
  const counts = new Map<string, number>();
  const ids = [...earlier, ...urls].map((url) => {
    const id = toImageId(url);
    const count = (counts.get(id) ?? 0) + 1;
    counts.set(id, count);
    return count === 1 ? id : `${id}-${count}`;
  });
  return ids.slice(earlier.length);
};
