import { z } from 'zod';
import { CARD_HEIGHT, CARD_WIDTH } from '../../src/content/links.ts';
import { env } from '../../src/env.ts';
import type { CheckContext } from './check-fields.ts';
import { type Finding, warning } from './finding.ts';

/** Numbers of characters. Search engines cut off longer texts; their exact limits differ. */
const LONGEST_TITLE = 60;
const LONGEST_DESCRIPTION = 160;

const Text = z.string().catch('');
const Picture = z.object({ width: z.coerce.number(), height: z.coerce.number() }).nullable().catch(null);
const Seo = z
  .object({ title: Text, description: Text, canonical: Text, image: Picture })
  .catch({ title: '', description: '', canonical: '', image: null });

/** Checks the object `seo` of the REST API. Empty texts are not reported, because the site has defaults for them. */
export const checkSeo = (seo: unknown, { page, links }: CheckContext): Finding[] => {
  const { title, description, canonical, image } = Seo.parse(seo);
  const where = ['Search and sharing'];
  const fullTitleLength = `${title} | ${env.SITE_NAME}`.length;
  return [
    ...(title !== '' && fullTitleLength > LONGEST_TITLE
      ? [
          warning(
            [...where, 'Title'],
            `It has ${fullTitleLength} characters with the name of the site. Search engines may cut off a title after ${LONGEST_TITLE}: shorten it.`,
          ),
        ]
      : []),
    ...(description.length > LONGEST_DESCRIPTION
      ? [
          warning(
            [...where, 'Description'],
            `It has ${description.length} characters. Search engines may cut off a description after ${LONGEST_DESCRIPTION}: shorten it.`,
          ),
        ]
      : []),
    ...(image !== null && (image.width < CARD_WIDTH || image.height < CARD_HEIGHT)
      ? [
          warning(
            [...where, 'Picture'],
            `It has ${image.width} × ${image.height} pixels. With less than ${CARD_WIDTH} × ${CARD_HEIGHT} it may look blurred.`,
          ),
        ]
      : []),
    ...(canonical === '' ? [] : links.check(canonical, page, [...where, 'Canonical address'])),
  ];
};
