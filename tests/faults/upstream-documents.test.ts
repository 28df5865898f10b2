import { parse } from 'node-html-parser';
import { beforeAll, expect, test } from 'vitest';
import { startSiteProcess } from '../support/site-process.ts';

/*
 * The assumptions of `html-document.ts` and `document-order.ts` in `src/framework/render/` about the HTML that Waku, React and Vite generate. If one does not hold after
 * an upgrade, pages still work, but without hydration. Each failure message names the code to check. See docs/upgrading.md. The payload and
 * the list of chunks are checked on every page (tests/e2e/every-page.test.ts).
 */

const FORM_PAGE = '/contact';
let documents: ReadonlyMap<string, { readonly html: string; readonly root: ReturnType<typeof parse> }>;
let scripts: ReadonlyMap<string, string>;
let actionFields: readonly string[] = [];

beforeAll(async () => {
  const site = await startSiteProcess();
  try {
    const read = async (path: string) => {
      const html = await (await fetch(site.url + path)).text();
      return [path, { html, root: parse(html, { comment: true }) }] as const;
    };
    documents = new Map(await Promise.all(['/', '/faq', FORM_PAGE].map(read)));
    const form = documents.get(FORM_PAGE)?.root;
    const hydration = form?.querySelector('#hydration');
    const chunks = hydration?.getAttribute('data-chunks')?.split(' ') ?? [];
    scripts = new Map(
      await Promise.all(chunks.map(async (path) => [path, await (await fetch(`${site.url}/${path}`)).text()] as const)),
    );
    actionFields = (form?.querySelectorAll('form input[type=hidden]') ?? []).flatMap(
      (input) => input.getAttribute('name') ?? [],
    );
  } finally {
    await site.stop();
  }
});

type Claim = (html: string, root: ReturnType<typeof parse>) => boolean;

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
  const exceptions = [...documents].filter(([, { html, root }]) => !claim(html, root)).map(([path]) => path);

  expect(exceptions, `These documents ${advice}`).toEqual([]);
});

test('the action guard knows every field that React writes for a server action', () => {
  const fields = actionFields.filter((name) => name.startsWith('$'));

  expect(fields.length, 'The contact form has no fields of an action: check action-guard.ts').toBeGreaterThan(0);
  expect(
    fields.filter((name) => !/^\$ACTION_(?:REF_\d+|ID_.+|KEY|\d+:[01])$/.test(name)),
    'The guard for server actions rejects forms with these fields: check action-guard.ts',
  ).toEqual([]);
});

test('the chunks of React ask the browser to compile their functions when they are fetched', () => {
  const ofReact = [...scripts].filter(([path]) => /\/(?:react|entry\.browser)-/.test(path));
  const message = 'The hint is not in the first line of these chunks: check hintCompilation';

  expect(ofReact).toHaveLength(2);
  expect(
    ofReact.filter(([, text]) => !text.startsWith('//# allFunctionsCalledOnLoad\n')).map(([path]) => path),
    message,
  ).toEqual([]);
});
