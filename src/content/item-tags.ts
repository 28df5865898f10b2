import 'server-only';

/** How long the tags of the items of one list may be, as characters of a response header. CDNs accept 16 KB for the tags of a page. */
const MAX_LENGTH = 2_000;

/**
 * The tags of the items that a list shows, such as `post:{slug}`. If they are too long for a header, `post:*` alone, which is purged
 * whenever any item of the kind changes: WordPress sends it together with the tag of the item.
 */
export const toItemTags = (kind: string, keys: readonly (string | number)[]): readonly string[] => {
  const tags = keys.map((key) => `${kind}:${key}`);
  return encodeURIComponent(tags.join()).length > MAX_LENGTH ? [`${kind}:*`] : tags;
};
