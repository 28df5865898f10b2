import { FixedText } from '../../blocks/editable/editable.tsx';
import { readPage } from '../../content/pages.ts';
import { FormOpening, FormRest, toContentHead } from '../../features/content-page/content-page.tsx';
import { MAX_DOMAINS } from '../../features/domain-check/check-query.ts';
import { DOMAINS } from '../../features/domain-check/check-urls.ts';
import { ListSection } from '../../features/domain-list/list-section.tsx';

const SLUG = 'domain-list-check';
/** Shown until the page is in the CMS. */
const TITLE = 'Domain list check';
/** The page that has the domain check, unless editors move it. */
const CHECK = '/nameserver-setup';

export default function DomainListCheck() {
  return (
    <>
      <FormOpening slug={SLUG} fallbackTitle={TITLE} />
      <FixedText>
        <ListSection check={{ path: CHECK, parameter: DOMAINS, maxDomains: MAX_DOMAINS }} />
      </FixedText>
      <FormRest slug={SLUG} />
    </>
  );
}

export const content = async () => ({ page: await readPage(SLUG) });

export const head = async () => toContentHead(await readPage.briefly(SLUG), TITLE);
