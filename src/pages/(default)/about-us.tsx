import { readPage } from '../../content/pages.ts';
import { FixedPage, toContentHead } from '../../features/content-page/content-page.tsx';
import { TOOL_PARAMETERS, toToolHead, validateCheck } from '../../features/domain-check/site-check.ts';

type Props = { readonly query: string };

const SLUG = 'about-us';
/** Shown until the page is in the CMS. */
const TITLE = 'About us';

export default function AboutUs() {
  return <FixedPage slug={SLUG} fallbackTitle={TITLE} />;
}

export const content = async () => ({ page: await readPage(SLUG) });

export const head = async ({ query }: Props) => toToolHead(query, toContentHead(await readPage.briefly(SLUG), TITLE));

export const parameters = TOOL_PARAMETERS;

export const validateRoute = ({ query }: Props) => validateCheck(query);
