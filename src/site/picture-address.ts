/** What the address of a picture within its page begins with: `/events/lisbon#picture-booth-front`. */
export const PICTURE_PREFIX = 'picture-';

/**
 * The id of a picture within its page, from the address of its file, so that links to it survive a deployment:
 * `/pictures/booth-front.webp` is `picture-booth-front`.
 */
export const toPictureId = (url: string): string => {
  const name = url
    .toLowerCase()
    .replace(/^\/(?:pictures|media\/\d+)\//, '')
    .replace(/(?:\.[a-z0-9]+)+(?:\?.*)?$/, '');
  return PICTURE_PREFIX + name.replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '');
};
