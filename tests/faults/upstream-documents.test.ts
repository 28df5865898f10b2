import { readdirSync, readFileSync } from 'node:fs';
import { type HTMLElement, parse } from 'node-html-parser';
import { beforeAll, expect, test } from 'vitest';
import { shareSite } from '../support/site-process.ts';

/*
 * The assumptions of `html-document.ts` and `document-order.ts` in `src/framework/render/` about the HTML that Waku, React and Vite generate. If one does not hold after
 * an upgrade, pages still work, but without hydration. Each failure message names the code to check. See docs/upgrading.md. The payload and
 * the list of chunks are checked on every page (tests/e2e/every-page.test.ts).
 */

const ASSETS = 'dist/public/assets';

const site = shareSite();
let documents: readonly { readonly path: string; readonly html: string; readonly root: HTMLElement }[];

beforeAll(async () => {
  const read = async (path: string) => {
    const html = await (await fetch(site.url + path)).text();
    return { path, html, root: parse(html) };
  };
  documents = await Promise.all(['/', '/faq', '/contact'].map(read));
});

type Claim = (html: string, root: HTMLElement) => boolean;

const CLAIMS: readonly (readonly [name: string, advice: string, claim: Claim])[] = [
  [
    "Waku's bootstrap script has the id _R_ and imports the browser entry",
    'have no boot script or still contain the bootstrap script: check BOOTSTRAP and BOOTSTRAP_IMPORT',
    (html, root) =>
      root.querySelector('head > script[type=module][src^="/assets/"]') !== null && !html.includes('id="_R_"'),
  ],
  [
    'the style sheet is a link with a precedence, after the viewport',
    'have no style sheet after the viewport: check isStyleSheet and moveStyleSheets',
    (html) => /<meta name="viewport"[^>]*><link rel="stylesheet"[^>]*data-precedence/.test(html),
  ],
  [
    'a document contains no placeholder and no script with which React moves parts of a page to their places',
    'contain parts in the notation of React: check document-order.ts',
    (html) => !/<template id="[BP]:|<!--\$\?-->|<div hidden id="S:|\$R[CRSTX]\b/.test(html),
  ],
];

test.each(CLAIMS)('%s', (_name, advice, claim) => {
  const exceptions = documents.filter(({ html, root }) => !claim(html, root)).map(({ path }) => path);

  expect(exceptions, `These documents ${advice}`).toEqual([]);
});

test('the chunks of React ask the browser to compile their functions when they are fetched', () => {
  const ofReact = readdirSync(ASSETS).filter((name) => /^(?:react|entry\.browser)-.*\.js$/.test(name));
  const hasHint = (name: string) =>
    readFileSync(`${ASSETS}/${name}`, 'utf8').startsWith('//# allFunctionsCalledOnLoad\n');

  expect(ofReact).toHaveLength(2);
  expect(
    ofReact.filter((name) => !hasHint(name)),
    'The hint is not in the first line: check hintCompilation',
  ).toEqual([]);
});
