import fc from 'fast-check';
import { defaultTreeAdapter, parseFragment, serialize, html as vocabulary } from 'parse5';
import { expect, test, vi } from 'vitest';
import { anyCharacter } from '../../support/any-character.ts';
import { resetModulesWith } from '../../support/reset-modules.ts';

const CMS = 'https://cms.example.org/wordpress';
const SITE = 'https://freehold.example';

const importSafeHtml = async (settings: Record<string, string> = {}) => {
  resetModulesWith({ CMS_URL: CMS, SITE_URL: SITE, ...settings });
  const { log } = await import('../../../src/framework/log.ts');
  log.level = 'silent';
  const safeHtml = await import('../../../src/content/safe-html.ts');
  vi.unstubAllEnvs();
  return { warn: vi.spyOn(log, 'warn'), ...safeHtml };
};

const { toSafeHtml, toPlainText, toText, listHeadings, withAbsoluteUrls } = await importSafeHtml();

test.each([
  ['a script', '<p>a<script>alert(1)</script>b</p>', '<p>ab</p>'],
  ['a script in pieces', '<p>a<scr<script>ipt>alert(1)</script></p>', '<p>aipt&gt;alert(1)</p>'],
  ['raw text', '<style>p{}</style><iframe srcdoc=x>f</iframe><xmp><img src=x onerror=x></xmp><p>a</p>', '<p>a</p>'],
  ['SVG', '<p>a</p><svg onload=x><title>t</title><script>x</script></svg>', '<p>a</p>'],
  ['an attribute', '<p onclick="x()" style="position:fixed" class="wp-block-paragraph">a</p>', '<p>a</p>'],
  [
    'a form',
    '<form action="/x"><label>Name</label><input name="a"><button>Send</button><p>a</p></form>',
    '<div><p>a</p></div>',
  ],
  ['mutation XSS with noscript', '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>', '"&gt;'],
  ['an empty paragraph', '<p>&nbsp;</p><p><br /></p><p> <a href="/x"> </a></p><p>a</p>', '<p>a</p>'],
  [
    'formatting around nothing',
    '<h2><strong></strong></h2><p><em><b>&nbsp;</b></em><br></p><p>a<b> </b>c</p>',
    '<p>a<b> </b>c</p>',
  ],
  ['misnested markup', '<b><i>a</b></i>', '<b><i>a</i></b>'],
])('%s is sanitized', (_name, input, expected) => {
  expect(toSafeHtml(input)).toBe(expected);
});

const linkMarkup = (href: string) => `<p><a href="${href}" target="_blank" onclick="x()">a</a></p>`;

test.each([
  [`${CMS}/event/open-day/`, '/events/open-day'],
  [`${CMS}/faq/minimum-payout/`, '/faq'],
  [`${CMS}/category/company/payouts/`, '/news?category=payouts'],
  [`${CMS}/?p=12`, `${CMS}/?p=12`],
  [`${CMS}/?post_type=event&amp;p=12`, `${CMS}/?post_type=event&amp;p=12`],
  [`${CMS}/?cat=3`, `${CMS}/?cat=3`],
  [`${CMS}/about-us/?a=1&amp;b=2#team`, '/about-us?a=1&amp;b=2#team'],
  [`${CMS}`, '/'],
  [`${CMS}/wp-content/uploads/a.html`, `${CMS}/wp-content/uploads/a.html`],
  ['/wp-content/uploads/a.exe', `${CMS}/wp-content/uploads/a.exe`],
  [`${CMS}/wp-content/uploads/a.jpg`, '/media/1600/a.jpg.webp'],
  ['//cms.example.org/wordpress/event/x/', '/events/x'],
  [`${SITE}/contact/`, '/contact'],
  ['contact', '/contact'],
  ['#part', '#part'],
  ['https://other.example/a?b=c#d', 'https://other.example/a?b=c#d'],
  // A path that starts with two slashes would be a protocol-relative URL.
  [`${SITE}//evil.example/x`, '/evil.example/x'],
  [`${CMS}//evil.example/x`, '/evil.example/x'],
  ['mailto:hi@example.org?subject={brand}%20site', 'mailto:hi@example.org?subject=Acre%20%26%20Sons%20site'],
])('the link %s is rewritten to %s', async (href, expected) => {
  const { toSafeHtml } = await importSafeHtml({ SITE_NAME: 'Acre & Sons' });
  const rel = expected.startsWith('http') ? ' rel="noopener noreferrer"' : '';

  expect(toSafeHtml(linkMarkup(href))).toBe(`<p><a href="${expected}"${rel}>a</a></p>`);
});

test.each([
  'javascript:alert(1)',
  'java&#10;script:alert(1)',
  ' &#1;javascript:alert(1)',
  'javascript&colon;alert(1)',
  'data:text/html,x',
  '//evil.example/x',
  '/\\evil.example/x',
  'https://user:password@evil.example/',
  'http://[broken',
  '',
])('the link %s is removed', (href) => {
  expect(toSafeHtml(linkMarkup(href))).toBe('<p>a</p>');
});

test('links to own routes follow the trailing-slash setting', async () => {
  const { toSafeHtml } = await importSafeHtml({ SITE_TRAILING_SLASH: 'true' });

  expect(toSafeHtml(linkMarkup(`${CMS}/event/x/`))).toContain('href="/events/x/"');
  expect(toSafeHtml(linkMarkup('/faq?q=a'))).toContain('href="/faq/?q=a"');
  expect(toSafeHtml(linkMarkup('/agenda.pdf'))).toContain('href="/agenda.pdf"');
});

test('an uploaded image is served by this site in several widths, with alt text and lazy loading', () => {
  const upload = `${CMS}/wp-content/uploads/2026/caf%C3%A9.png`;

  expect(toSafeHtml(`<p><img src="${upload}" width="700" height="350" srcset="x 2x" onerror="x()"></p>`)).toBe(
    '<p><img src="/media/1600/2026/caf%C3%A9.png.webp" ' +
      'srcset="/media/320/2026/caf%C3%A9.png.webp 320w, /media/480/2026/caf%C3%A9.png.webp 480w, /media/640/2026/caf%C3%A9.png.webp 640w" ' +
      'sizes="(min-width: 48rem) 44rem, 100vw" alt="" width="700" height="350" loading="lazy" decoding="async"></p>',
  );
});

test.each([
  ['a-300x200.jpg', 'width="600"', 'width="600" height="400"'],
  ['a-300x200.jpg', 'height="100"', 'width="150" height="100"'],
  ['a-300x200.jpg', 'width="100%"', 'width="300" height="200"'],
  ['a.jpg', 'width="600"', ''],
])('of %s with %s the size is completed from the name of the file', (name, attributes, expected) => {
  const html = toSafeHtml(`<p>a<img src="${CMS}/wp-content/uploads/${name}" ${attributes}></p>`);

  expect(/width="\d+" height="\d+"/.exec(html)?.[0] ?? '').toBe(expected);
});

test.each([
  'https://elsewhere.example/pixel.gif',
  '//elsewhere.example/pixel.gif',
  `${CMS}/wp-content/themes/a.png`,
  `${CMS}/wp-content/uploads/a.svg`,
  'data:image/png;base64,AAAA',
])('an image from %s is removed', (src) => {
  expect(toSafeHtml(`<p>a<img src="${src}" alt="" width="2" height="1"></p>`)).toBe('<p>a</p>');
});

test('an image without size or with an invalid URL is removed with its empty link, and logged once', async () => {
  const { toSafeHtml, warn } = await importSafeHtml();
  const html =
    '<figure><a href="/x"><img src="/a.png" width="100%" height="10"></a></figure><img src="data:image/png;base64,x" width="1" height="1"><p>a</p>';

  expect([toSafeHtml(html), toSafeHtml(html)]).toEqual(['<p>a</p>', '<p>a</p>']);
  expect(warn.mock.calls.map(([details]) => details)).toEqual([
    { image: '/a.png' },
    { image: 'data:image/png;base64,x' },
  ]);
  expect(toSafeHtml('<p><a href="/a.png">Map <img src="/a.png" alt=""></a></p>'), 'no lightbox').toBe(
    '<p><a href="/a.png">Map </a></p>',
  );
});

test('the highest heading gets the given level, and the other headings follow it without gaps, down to h6', () => {
  const levels = (html: string) => Array.from(html.matchAll(/<h(\d)/g), ([, level]) => Number(level));

  expect(levels(toSafeHtml('<h1>a</h1><h2>b</h2><h3>c</h3><h4>d</h4><h5>e</h5>'))).toEqual([3, 4, 5, 6, 6]);
  expect(levels(toSafeHtml('<h2>a</h2><h4>b</h4><h4>c</h4><h2>d</h2>'))).toEqual([3, 4, 4, 3]);
  expect(levels(toSafeHtml('<h3>a</h3><h2>b</h2><h3>c</h3>'))).toEqual([3, 3, 4]);
  expect(levels(toSafeHtml('<h4>a</h4><h5>b</h5>', { topHeading: 2 }))).toEqual([2, 3]);
  expect(levels(toSafeHtml('<h1> </h1><h2>b</h2>', { topHeading: 4 }))).toEqual([4]);
});

test('headings can be listed for a table of contents', () => {
  const html = toSafeHtml(
    '<h2>What&#8217;s <em>RSOC</em> &amp; AFD?</h2><h3>Übersicht</h3><h3>Übersicht</h3><h3>Übersicht 2</h3><h3>?!</h3>',
    { topHeading: 2, idPrefix: 'news-' },
  );

  expect(listHeadings(html)).toEqual([
    { id: 'news-whats-rsoc-afd', text: 'What’s RSOC & AFD?', level: 2 },
    { id: 'news-übersicht', text: 'Übersicht', level: 3 },
    { id: 'news-übersicht-2', text: 'Übersicht', level: 3 },
    { id: 'news-übersicht-2-2', text: 'Übersicht 2', level: 3 },
    { id: 'news-section', text: '?!', level: 3 },
  ]);
  expect(listHeadings(toSafeHtml('<h2>a</h2>', { idPrefix: null }))).toEqual([]);
});

test('a heading without text is not in the table of contents', () => {
  const html = toSafeHtml('<h2><img src="/a.png" alt="" width="2" height="1"></h2><h2><a id="b"></a></h2><h2>c</h2>');

  expect(listHeadings(html)).toEqual([{ id: 'c', text: 'c', level: 3 }]);
});

test.each([
  ['a heading', '<h2 id="prices">What it costs</h2>', '<h3 id="prices">What it costs</h3>'],
  ['a paragraph', '<p id="Our prices">a</p>', '<p id="our-prices">a</p>'],
  ['an id of the site', '<div id="form">a</div>', '<div id="section-form">a</div>'],
  ['a prefix of the site', '<h2 id="faq-12">a</h2>', '<h3 id="section-faq-12">a</h3>'],
  ['a repeated anchor', '<p id="a">a</p><h2 id="a">b</h2>', '<p id="a">a</p><h3 id="b">b</h3>'],
  ['the id of another heading', '<h2>a</h2><h2 id="a">b</h2>', '<h3 id="a-2">a</h3><h3 id="a">b</h3>'],
])('the anchor of %s is kept as an id', (_name, input, expected) => {
  expect(toSafeHtml(input)).toBe(expected);
});

test.each([
  [
    'an image of this site keeps its URL',
    '<img src="/pictures/a.webp" alt="The {brand} sign" width="2" height="1">',
    '<img src="/pictures/a.webp" alt="The Freehold sign" width="2" height="1" loading="lazy" decoding="async">',
  ],
  [
    'links lead to the anchors of editors',
    '<p><a href="#our-prices">a</a><a href="#Our%20prices">b</a><a href="#form">c</a><a href="#write">d</a></p>' +
      '<h2 id="Our prices">What it costs</h2><p id="form">e</p>',
    '<p><a href="#our-prices">a</a><a href="#our-prices">b</a><a href="#section-form">c</a><a href="#write">d</a></p>' +
      '<h3 id="our-prices">What it costs</h3><p id="section-form">e</p>',
  ],
  [
    'links lead to the anchors of other sections and pages as editors typed them',
    '<p><a href="#RSOC">a</a><a href="/solutions#Our_prices">b</a><a href="https://example.org/#Prices">c</a>' +
      '<a href="/faq#:~:text=Payouts">d</a></p>',
    '<p><a href="#rsoc">a</a><a href="/solutions#our-prices">b</a>' +
      '<a href="https://example.org/#Prices" rel="noopener noreferrer">c</a><a href="/faq#:~:text=Payouts">d</a></p>',
  ],
  [
    'links lead to headings whose id is long because it begins with the headline of their section',
    `<p><a href="/terms#${'long-'.repeat(24)}id">a</a></p>`,
    `<p><a href="/terms#${'long-'.repeat(24)}id">a</a></p>`,
  ],
  [
    'links to a route of an application on the host of the site lead there',
    '<p><a href="/app.php#/Accounts/12">a</a></p>',
    '<p><a href="/app.php#/Accounts/12">a</a></p>',
  ],
  [
    'links to a page of a PDF file lead there',
    '<p><a href="/documents/a.pdf#page=2">a</a><a href="/documents/a.pdf#view=FitH&amp;page=3">b</a></p>',
    '<p><a href="/documents/a.pdf#page=2">a</a><a href="/documents/a.pdf#view=FitH&amp;page=3">b</a></p>',
  ],
  [
    'a paragraph that contains only an anchor keeps it',
    '<p><span id="more-12"></span></p><p>a</p>',
    '<p><span id="more-12"></span></p><p>a</p>',
  ],
  [
    'links lead to the anchors of the classic editor, which are links without a URL',
    '<p><a href="#Prices">a</a></p><h2><a id="Prices"></a>b</h2><p><a name="terms">c</a></p>',
    '<p><a href="#prices">a</a></p><h3 id="b"><span id="prices"></span>b</h3><p><span id="terms">c</span></p>',
  ],
  [
    'text that an editor has coloured is not highlighted',
    '<p><mark style="background-color:rgba(0, 0, 0, 0);color:#cf2e2e">a</mark> <mark>b</mark></p>',
    '<p>a <mark>b</mark></p>',
  ],
  [
    'text that was copied from Google Docs is not bold',
    '<b style="font-weight:normal;" id="docs-internal-guid-1"><p><span style="font-size:11pt">a</span> <b>b</b></p></b>',
    '<p>a <b>b</b></p>',
  ],
  [
    'a table is a scrollable region with an accessible name',
    '<table class="x"><caption>Payouts "net"</caption><tr><th scope="col">a</th><td colspan="2">b</td></tr></table>',
    '<div class="table-scroll" tabindex="0" role="region" aria-label="Payouts &quot;net&quot;"><table><caption>Payouts "net"</caption><tbody><tr><th scope="col">a</th><td colspan="2">b</td></tr></tbody></table></div>',
  ],
  [
    'code with long lines can be scrolled with the keyboard',
    '<pre class="wp-block-code" tabindex="3"><code>a</code></pre>',
    '<pre tabindex="0"><code>a</code></pre>',
  ],
  [
    'a list item outside of a list cannot close a list of the page',
    '<li>a</li><dd>b</dd><ul><li>c</li></ul><dl><div><dt>d</dt></div></dl>',
    '<div>a</div><div>b</div><ul><li>c</li></ul><dl><div><dt>d</dt></div></dl>',
  ],
  ['a list keeps its numbers', '<ol type="a"><li value="5">y</li></ol>', '<ol type="a"><li value="5">y</li></ol>'],
  ['a list keeps its style', '<ol style="list-style-type:lower-roman"><li>x</li></ol>', '<ol type="i"><li>x</li></ol>'],
  ['a list loses invalid numbers', '<ol type="disc"><li value="x">x</li></ol>', '<ol><li>x</li></ol>'],
])('%s', (_claim, html, expected) => {
  expect(toSafeHtml(html)).toBe(expected);
});

test('only running text gets no-break spaces', () => {
  const input = '<p>5 days</p><pre tabindex="0"><code>sleep 10 minutes</code></pre><p><kbd>5 days</kbd></p>';

  expect(toSafeHtml(input)).toBe(input.replace('5 days', '5&nbsp;days'));
});

test('the link of a picture has a name, if neither the picture nor the text beside it names it', () => {
  const isNamed = (text: string, alt: string) => {
    const picture = `<img src="/wp-content/uploads/a.jpg" width="9" height="9" alt="${alt}">`;
    return toSafeHtml(`<p><a href="/wp-content/uploads/a.jpg">${text}${picture}</a></p>`).includes(
      'aria-label="Enlarge picture"',
    );
  };

  expect([isNamed('', ''), isNamed('', 'A'), isNamed('The plan', '')]).toEqual([true, false, false]);
});

test('a table is named by its caption or that of its block, and tables with the same name are numbered', () => {
  const table = (caption: string) => `<table>${caption}<tbody><tr><td>a</td></tr></tbody></table>`;
  const block = `<figure class="wp-block-table">${table('')}<figcaption>Fees</figcaption></figure>`;
  const html = toSafeHtml([table(''), table('<caption>Fees</caption>'), table(''), block].join(''));

  expect([...html.matchAll(/aria-label="([^"]*)"/g)].map(([, name]) => name)).toEqual([
    'Table',
    'Fees',
    'Table 2',
    'Fees 2',
  ]);
  expect(toSafeHtml(html)).toBe(html);
});

test('cells of a table with three columns and no spans are labelled with the name of their column', () => {
  const table = (row: string) =>
    `<table><thead><tr><th>Fee</th><th>In <b>"EUR"</b></th><th>When</th></tr></thead><tbody><tr>${row}</tr></tbody></table>`;
  const html = toSafeHtml(table('<th>Wire</th><td>25</td><td>The 15th</td>'));

  expect(html).toContain(
    '<tr><th data-label="Fee">Wire</th><td data-label="In &quot;EUR&quot;">25</td><td data-label="When">The 15th</td></tr>',
  );
  expect(html).toContain('<table data-stacks=""><thead><tr><th>Fee');
  expect(toSafeHtml(html)).toBe(html);
  expect(toSafeHtml(table('<td>Wire</td><td colspan="2">none</td>'))).not.toContain('data-stacks');
  expect(toSafeHtml('<table><thead><tr><th>a</th><th>b</th></tr></thead></table>')).not.toContain('data-stacks');
});

test('{brand} becomes the name in the settings, escaped in HTML', async () => {
  const { toSafeHtml, toPlainText, toText } = await importSafeHtml({ SITE_NAME: `A & <b>"B"</b> $& 'C'` });

  expect(toSafeHtml('<p>{brand}</p>')).toBe(`<p>A &amp; &lt;b&gt;"B"&lt;/b&gt; $&amp; 'C'</p>`);
  expect(toPlainText('<p>Of {brand}</p>')).toBe(`Of A & <b>"B"</b> $& 'C'`);
  expect(toText('Of {brand}')).toBe(`Of A & <b>"B"</b> $& 'C'`);
});

test.each([
  ['What&#8217;s included &amp; what <em>isn&#8217;t</em>?', 'What’s included & what isn’t?'],
  ['<p>One<br />\ntwo</p>\n<p>th<strong>re</strong>e</p><ul><li>a</li><li>b</li></ul>', 'One two three a b'],
  ['&amp;lt;b&amp;gt; stays', '&lt;b&gt; stays'],
  ['<script>x()</script>a<style>p{}</style>', 'a'],
  ['  a &nbsp; b\u00adc ', 'a bc'],
  [
    '<p>A claim<sup data-fn="8c0c3f4e-1111-4222-8333-444455556666" class="fn"><a href="#8c0c3f4e-1111-4222-8333-444455556666" id="8c0c3f4e-1111-4222-8333-444455556666-link">1</a></sup>.</p>',
    'A claim.',
  ],
])('the plain text of HTML %j is %j', (html, text) => {
  expect(toPlainText(html)).toBe(text);
});

const VIDEO = 'https://www.youtube.com/embed/jNQXAC9IVRw';

test.each([
  ['a video', `<p>See:</p><iframe src="${VIDEO}" title="A tour"></iframe>`, 'See: A tour'],
  ['a video without a title', `<p>See:</p><iframe src="${VIDEO}"></iframe><p>Done.</p>`, 'See: Done.'],
  [
    'a video with a caption',
    `<figure class="wp-block-embed"><div class="wp-block-embed__wrapper"><iframe src="${VIDEO}"></iframe></div><figcaption>In two minutes</figcaption></figure>`,
    'In two minutes',
  ],
  ['a link card', '<iframe src="https://w.soundcloud.com/player/?url=x" title="Podcast 12"></iframe>', 'Podcast 12'],
  ['a note of an editor', '<p class="note">Only until <strong>May</strong></p>', 'Only until May'],
])('the plain text of %s is what the editor wrote', (_, html, text) => {
  expect(toPlainText(html)).toBe(text);
  expect(toPlainText(toSafeHtml(html))).toBe(text);
});

test.each([
  ["It's <b>bold</b> & fine", "It's bold & fine"],
  ['x<y and y>z', 'x<y and y>z'],
  ['<p>a<br />\nb</p>\n<p>&#8220;c&#8221;</p>\n', 'a b “c”'],
])('the plain field %j is read as %j', (input, text) => {
  expect(toText(input)).toBe(text);
});

test.each([
  ['deep nesting', '<div>'.repeat(10_000)],
  [
    'formatting elements that are reopened in every paragraph',
    `${Array.from({ length: 150 }, (_, n) => `<p><b lang="${n}">`).join('')}${'<p>x'.repeat(20_000)}`,
  ],
  ['more than 20,000 elements', '<i>x</i>'.repeat(20_001)],
])('HTML with %s is dropped and logged once', async (_name, html) => {
  const { toSafeHtml, toPlainText, toText, warn } = await importSafeHtml();

  expect([toSafeHtml(html), toPlainText(html), toText(html)]).toEqual(['', '', '']);
  expect(warn).toHaveBeenCalledOnce();
});

test('fourteen thousand identical headings get unique ids', () => {
  const headings = listHeadings(toSafeHtml('<h2>Same</h2>'.repeat(14_000)));

  expect(headings.at(-1)?.id).toBe('same-14000');
  expect(new Set(headings.map(({ id }) => id)).size).toBe(14_000);
});

test('a long column name is not repeated in every row', () => {
  const head = `<thead><tr><th>${'long '.repeat(1_000)}</th><th>b</th><th>c</th></tr></thead>`;
  const html = `<table>${head}<tbody>${'<tr><td>1</td></tr>'.repeat(1_000)}</tbody></table>`;

  expect(toSafeHtml(html).length).toBeLessThan(2 * html.length);
});

test('a heading never gets an id that the site itself uses', () => {
  const names = ['Content', 'Cookie box', 'Page title', 'Block 1', 'FAQ 12', 'Section content', 'Content', 'Payouts'];
  const html = toSafeHtml(names.map((name) => `<h2>${name}</h2>`).join(''));

  expect(listHeadings(html).map(({ id }) => id)).toEqual([
    'section-content',
    'section-cookie-box',
    'section-page-title',
    'section-block-1',
    'section-faq-12',
    'section-content-2',
    'section-content-3',
    'payouts',
  ]);
});

test('control characters and lone surrogates are removed, also if written as entities', () => {
  const input = 'a\u0001\uD800b&#1;&#xD800;c\td';

  expect(toSafeHtml(`<abbr title="${input}">${input}</abbr>`)).toBe(
    '<abbr title="a\uFFFDb\uFFFDc\td">a\uFFFDb\uFFFDc\td</abbr>',
  );
  expect([toPlainText(`<p>${input}</p>`), toText(input)]).toEqual(['a\uFFFDb\uFFFDc d', 'a\uFFFDb\uFFFDc d']);
});

const ALLOWED_TAG =
  /^<\/?(?:p|div|h[2-6]|blockquote|pre|ul|ol|li|dl|dt|dd|figure|figcaption|hr|details|summary|table|caption|colgroup|col|thead|tbody|tfoot|tr|th|td|a|abbr|b|bdi|bdo|br|cite|code|del|dfn|em|i|img|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|time|u|var|wbr|picture|source|video|audio|track|math|mrow|mfrac|mi|mtext)(?: (?:lang|dir|href|rel|hreflang|title|src|alt|width|height|loading|decoding|start|reversed|colspan|rowspan|scope|datetime|id|tabindex|class="[a-z -]+"|role|aria-label|data-label|data-stacks|open|data-columns|data-width|data-type|data-variant|data-media|data-island|data-player|srcset|sizes|media|controls|preload|poster|playsinline|loop|muted|kind|srclang|label|default|display)(?:="[^"<>]*")?)*(?: \/)?>$/;

const Attribute = fc.oneof(
  fc.constantFrom(
    'onerror=alert(1)',
    'onclick="x()"',
    'style="x"',
    'class=table-scroll',
    'id="x"',
    'href="javascript:alert(1)"',
    'href=" jAvascript&colon;x"',
    'href=//evil.example',
    'href="/\\evil.example"',
    `href="${CMS}/event/x/"`,
    'href="/faq/x/?a=b&c#d"',
    'href="https://other.example/"',
    'src=x width=1 height=2',
    'src="javascript:x" width=1 height=2',
    'src="data:image/svg+xml,<svg onload=x>" width=1 height=1',
    'srcdoc="<script>"',
    'lang="de"',
    '"\'><',
    'colspan=2',
    'xlink:href="javascript:x"',
    ...'gallery columns column buttons button media-text embed file pullquote social-links accordion-item tabs tab-panel playlist-track'
      .split(' ')
      .map((name) => `class=wp-block-${name}`),
    'class="wp-block-embed__wrapper"',
    'class="gallery gallery-columns-3"',
    'class="alignleft pictures video"',
    'class="wp-caption has-text-align-center"',
    'class=wp-lightbox-container',
    'class=wp-caption-text',
    'style="flex-basis:33%"',
    'src="https://www.youtube.com/embed/jNQXAC9IVRw"',
    'src=//player.vimeo.com/video/1',
    'src="https://maps.example.org/embed" title="The way"',
    'src="/wp-content/uploads/a.mp4" poster=/wp-content/uploads/a.jpg loop',
    'src="/wp-content/uploads/a.gif" width=300 height=200 srcset="/wp-content/uploads/b.gif 800w"',
    'href="/wp-content/uploads/a.pdf"',
    'href="/wp-content/uploads/a.jpg"',
    'id=0b1c2d3e-1111-4222-8333-944455556666',
    'display=block',
  ),
  fc.string({ maxLength: 12 }),
);

const Tag = fc.constantFrom(
  ...'p div span a b em h1 h2 h6 ul li table tr td caption img br svg math mtext script style iframe form input textarea option select template noscript title xmp plaintext foreignObject details summary figure q pre x-y object embed base meta link html body head section form button marquee nobr font thead tbody col dl dt dd ol i s desc annotation-xml frameset video audio source track picture figcaption math mrow mi mfrac'.split(
    ' ',
  ),
);

const Piece = fc.oneof(
  fc
    .tuple(Tag, fc.array(Attribute, { maxLength: 3 }))
    .map(([tag, attributes]) => `<${[tag, ...attributes].join(' ')}>`),
  Tag.map((tag) => `</${tag}>`),
  fc.tuple(Tag, fc.string({ maxLength: 5 })).map(([tag, text]) => `<${tag}>${text}</${tag}>`),
  fc.constantFrom(
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<',
    '>',
    '&lt;script&gt;',
    '&#60;',
    '&nbsp;',
    '<scr',
    '</',
    '"',
    "'",
    '{brand}',
    '\0',
    '\n',
  ),
  fc.string({ maxLength: 8, unit: anyCharacter }),
);

/** The HTML after parsing and serializing it like a browser. */
const parseAndSerialize = (html: string): string =>
  serialize(parseFragment(defaultTreeAdapter.createElement('div', vocabulary.NS.HTML, []), html, {}));

test('any markup is reduced to allowed tags without scripts, and sanitizing is idempotent', async () => {
  const { BLOCK_CLASSES } = await import('../../../src/content/wordpress-blocks.ts');

  fc.assert(
    fc.property(fc.array(Piece, { maxLength: 25 }), fc.constantFrom<2 | 3 | 4>(2, 3, 4), (pieces, topHeading) => {
      const html = toSafeHtml(pieces.join(''), { topHeading });
      // Text may contain quotes and attribute names, so only the contents of tags are checked.
      const tags = Array.from(html.matchAll(/<[^>]*>?/g), ([tag]) => tag);
      for (const tag of tags) expect(tag).toMatch(ALLOWED_TAG);
      const valuesOf = (name: string) =>
        tags.flatMap((tag) => Array.from(tag.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g')), ([, value]) => value));
      for (const url of [...valuesOf('href'), ...valuesOf('src')]) {
        expect(url).toMatch(/^(?:#|https?:\/\/|mailto:|tel:|\/(?![/\\]))/);
      }
      for (const url of [...valuesOf('src'), ...valuesOf('poster')]) expect(url).toMatch(/^\/(?![/\\])/);
      for (const url of valuesOf('data-player'))
        expect(url).toMatch(/^https:\/\/(?:www\.youtube-nocookie|player\.vimeo)\.com\//);
      for (const name of valuesOf('class').flatMap((names) => (names ?? '').split(' ')))
        expect(name === 'table-scroll' || BLOCK_CLASSES.has(name), name).toBe(true);
      const ids = valuesOf('id');
      expect(new Set(ids).size).toBe(ids.length);
      expect(toSafeHtml(html, { topHeading })).toBe(html);
      // Parsers drop a line break at the start of `pre`.
      if (!html.includes('<pre')) expect(parseAndSerialize(html)).toBe(html);
    }),
    { numRuns: 2_000 },
  );
});

test('URLs of links and images become absolute', () => {
  const html = toSafeHtml(
    '<h2>Rates</h2><p><a href="/faq">FAQ</a> <a href="#rates">Rates</a> <a href="https://example.org/x">x</a> ' +
      `<a href="mailto:ada@example.org">Ada</a> <img src="${CMS}/wp-content/uploads/a,b.png" alt="" width="500" height="250"></p>`,
  );
  const absolute = withAbsoluteUrls(html, `${SITE}/rates`);

  expect(absolute).toContain(`href="${SITE}/faq"`);
  expect(absolute).toContain(`href="${SITE}/rates#rates"`);
  expect(absolute).toContain('href="https://example.org/x"');
  expect(absolute).toContain('href="mailto:ada@example.org"');
  expect(absolute).toContain(`src="${SITE}/media/1600/a,b.png.webp"`);
  expect(absolute).toContain(`srcset="${SITE}/media/320/a,b.png.webp 320w, ${SITE}/media/480/a,b.png.webp 480w"`);
  const text = toSafeHtml('<p><code>&lt;a href="/faq"&gt; src="/a.png"</code></p><pre>\n\nhref="/faq"</pre>');
  expect(withAbsoluteUrls(text, SITE), 'text that looks like an attribute').toBe(text);
});
