import { expect, test, vi } from 'vitest';
import { resetModulesWith } from '../../support/reset-modules.ts';

// The markup is `content.rendered` of WordPress 7.1.1, partly without the attributes for WordPress's own scripts.

const CMS = 'https://cms.example.org';
const UPLOADS = `${CMS}/wp-content/uploads/2026/11`;

const importConverter = async () => {
  resetModulesWith({ CMS_URL: CMS, SITE_URL: 'https://freehold.example' });
  const { toSafeHtml } = await import('../../../src/content/safe-html.ts');
  const { listElements, parseHtml, attributeOf, textContentOf } = await import('../../../src/content/html-tree.ts');

  vi.unstubAllEnvs();
  return (html: string) => {
    const safe: string = toSafeHtml(html);
    const tree = parseHtml(safe);
    const elements = tree ? listElements(tree) : [];
    const all = (name: string) => elements.filter(({ tagName }) => tagName === name);
    return {
      safe,
      /** The text without tags, with single spaces. */
      text: tree ? textContentOf(tree).replace(/\s+/g, ' ').trim() : '',
      textsOf: (name: string) => all(name).map((element) => textContentOf(element).trim()),
      valuesOf: (name: string, attribute: string) => all(name).map((element) => attributeOf(element, attribute)),
    };
  };
};

const convert = await importConverter();

const image = (name: string, width: number, height: number, attributes = '') =>
  `<img loading="lazy" decoding="async" width="${width}" height="${height}" src="${UPLOADS}/${name}" alt="${name}" class="wp-image-1"${attributes} />`;

const gallery = (...figures: string[]) =>
  `<figure class="wp-block-gallery has-nested-images columns-default is-cropped wp-block-gallery-1 is-layout-flex wp-block-gallery-is-layout-flex">${figures.join('')}<figcaption class="blocks-gallery-caption wp-element-caption">All of them</figcaption></figure>`;

const figure = (content: string, caption = '') =>
  `<figure class="wp-block-image size-large">${content}${caption && `<figcaption class="wp-element-caption">${caption}</figcaption>`}</figure>`;

test('a gallery is a list of links to the files, with its captions', () => {
  const srcset = ` srcset="${UPLOADS}/booth-1024x670.jpg 1024w, ${UPLOADS}/booth-2048x1339.jpg 2048w, ${UPLOADS}/booth-300x196.jpg 300w" sizes="auto, (max-width: 1024px) 100vw, 1024px"`;
  const { valuesOf, textsOf } = convert(
    gallery(
      figure(image('booth-1024x670.jpg', 1024, 670, srcset), 'The booth on <strong>day one</strong>'),
      figure(`<a href="${UPLOADS}/two.jpg">${image('two.jpg', 900, 600)}</a>`),
    ),
  );

  expect(valuesOf('ul', 'class')).toEqual(['pictures']);
  expect(valuesOf('a', 'href')).toEqual([
    '/media/1600/2026/11/booth-2048x1339.jpg.webp',
    '/media/1600/2026/11/two.jpg.webp',
  ]);
  expect(valuesOf('a', 'data-media')).toEqual(['picture', 'picture']);
  expect(textsOf('figcaption')).toEqual(['The booth on day one', 'All of them']);
  expect(valuesOf('img', 'srcset')[0]).toMatch(/ 2000w$/);
});

test('a gallery link to an attachment page leads to the file; any other link keeps its target', () => {
  const picture = image('three-768x1024.jpg', 768, 1024);
  const { valuesOf } = convert(
    gallery(
      figure(`<a href="${CMS}/three/">${picture}</a>`),
      figure(`<a href="${CMS}/a-post/three-2/">${picture}</a>`),
      figure(`<a href="${CMS}/?attachment_id=12">${picture}</a>`),
      figure(`<a href="${CMS}/about-us/">${picture}</a>`),
      figure(`<a href="https://example.org/three" target="_blank" rel="noreferrer noopener">${picture}</a>`),
    ),
  );
  const file = '/media/1600/2026/11/three-768x1024.jpg.webp';

  expect(valuesOf('a', 'href')).toEqual([file, file, file, '/about-us', 'https://example.org/three']);
  expect(valuesOf('a', 'data-media')).toEqual(['picture', 'picture', 'picture', null, null]);
});

test('a gallery shortcode links its cropped thumbnails to the original images and keeps its number of columns', () => {
  const { valuesOf, textsOf } = convert(
    `<div id='gallery-1' class='gallery galleryid-424 gallery-columns-2 gallery-size-thumbnail'><dl class='gallery-item'>
			<dt class='gallery-icon landscape'>
				<a href='${CMS}/two/'><img width="150" height="150" src="${UPLOADS}/two-150x150.jpg" class="attachment-thumbnail size-thumbnail" alt="" /></a>
			</dt><dd class='wp-caption-text gallery-caption' id='gallery-1-1'>Second</dd></dl><dl class='gallery-item'>
			<dt class='gallery-icon portrait'>
				<a href='${UPLOADS}/three.jpg'><img width="113" height="150" src="${UPLOADS}/three-113x150.jpg" class="attachment-thumbnail size-thumbnail" alt="" /></a>
			</dt></dl><br style="clear: both" /></div>`,
  );

  expect(valuesOf('ul', 'data-columns')).toEqual(['2']);
  expect(valuesOf('a', 'href')).toEqual(['/media/1600/2026/11/two.jpg.webp', '/media/1600/2026/11/three.jpg.webp']);
  expect(textsOf('figcaption')).toEqual(['Second']);
});

test('an image that is enlarged by a click, or is linked to its file, opens in the lightbox', () => {
  const { valuesOf, safe } = convert(
    `<figure data-wp-context="{}" data-wp-interactive="core/image" class="wp-block-image size-large wp-lightbox-container">${image('four.jpg', 900, 600)}<button class="lightbox-trigger" type="button" aria-haspopup="dialog"><svg></svg></button></figure>` +
      `<p><a href="${UPLOADS}/five.jpg">${image('five-300x200.jpg', 300, 200)}</a></p>`,
  );

  expect(valuesOf('a', 'href')).toEqual(['/media/1600/2026/11/four.jpg.webp', '/media/1600/2026/11/five.jpg.webp']);
  expect(valuesOf('a', 'data-media')).toEqual(['picture', 'picture']);
  expect(safe).not.toContain('button');
});

const column = (text: string, style = '') =>
  `<div class="wp-block-column is-layout-flow wp-block-column-is-layout-flow"${style && ` style="${style}"`}><p class="wp-block-paragraph">${text}</p></div>`;
const columns = (...content: string[]) =>
  `<div class="wp-block-columns is-layout-flex wp-container-core-columns-is-layout-794e3cfa wp-block-columns-is-layout-flex">${content.join('')}</div>`;

test('columns keep their widths, rounded to the widths in the style sheet', () => {
  expect(convert(columns(column('a'), column('b'))).safe).toBe(
    '<div class="columns"><div><p>a</p></div><div><p>b</p></div></div>',
  );
  const uneven = convert(columns(column('a', 'flex-basis:66.66%'), column('b', 'flex-basis:33.33%')));
  expect(uneven.valuesOf('div', 'data-width')).toEqual([null, '66', '33']);
  const one = convert(columns(column('a', 'flex-basis:25%'), column('b')));
  expect(one.valuesOf('div', 'data-width')).toEqual([null, '25', '75']);
});

test('a column whose width has 200,000 digits without a unit is converted at once', { timeout: 5_000 }, () => {
  const one = convert(columns(column('a', `flex-basis:${'1'.repeat(200_000)}`), column('b')));

  expect(one.valuesOf('div', 'data-width')).toEqual([null, null, null]);
});

const embed = (provider: string, content: string, caption = '') =>
  `<figure class="wp-block-embed is-type-video is-provider-${provider} wp-block-embed-${provider} wp-embed-aspect-16-9 wp-has-aspect-ratio"><div class="wp-block-embed__wrapper">\n${content}\n</div>${caption && `<figcaption class="wp-element-caption">${caption}</figcaption>`}</figure>`;

const YOUTUBE =
  '<iframe loading="lazy" title="How parked domains earn — a tour" width="500" height="281" src="https://www.youtube.com/embed/jNQXAC9IVRw?feature=oembed" frameborder="0" allow="accelerometer; autoplay" referrerpolicy="strict-origin-when-cross-origin" allowfullscreen></iframe>';

test('a video of YouTube is a card with its title, a link to its page and the URL of its player', () => {
  const { safe, text, valuesOf } = convert(embed('youtube', YOUTUBE, 'In two minutes'));

  expect(text).toBe(
    'How parked domains earn — a tour YouTube Watch on YouTube' +
      'When you load the video, YouTube sees your IP address and may set cookies.In two minutes',
  );
  expect(valuesOf('a', 'href')).toEqual(['https://www.youtube.com/watch?v=jNQXAC9IVRw']);
  expect(valuesOf('a', 'data-player')).toEqual(['https://www.youtube-nocookie.com/embed/jNQXAC9IVRw?autoplay=1&rel=0']);
  expect(safe).not.toMatch(/iframe|ytimg/);
});

test.each([
  ['https://youtu.be/jNQXAC9IVRw?t=12', 'https://www.youtube.com/watch?v=jNQXAC9IVRw&t=12s'],
  ['https://www.youtube.com/watch?v=jNQXAC9IVRw&t=1m30s', 'https://www.youtube.com/watch?v=jNQXAC9IVRw&t=90s'],
  ['https://www.youtube.com/shorts/jNQXAC9IVRw', 'https://www.youtube.com/watch?v=jNQXAC9IVRw'],
  ['https://vimeo.com/76979871', 'https://vimeo.com/76979871'],
  ['https://vimeo.com/76979871/8272103f6e', 'https://vimeo.com/76979871/8272103f6e'],
])('the bare URL %s is a video card too, because WordPress embeds it only if the platform responds', (url, page) => {
  expect(convert(embed('youtube', url)).valuesOf('a', 'href')).toEqual([page]);
  expect(convert(`<p>${url.replace('&', '&amp;')}</p>`).valuesOf('a', 'data-media')).toEqual(['video']);
  expect(convert(`<p>See <a href="${url}">this</a>.</p>`).valuesOf('a', 'data-media')).toEqual([null]);
});

test('a video in a paragraph of the classic editor does not leave a figure inside of a paragraph', () => {
  expect(convert(`<p>${YOUTUBE}</p>`).safe).toMatch(/^<figure><div class="player">/);
  expect(convert(`<p>Watch ${YOUTUBE}</p>`).safe).toBe(
    '<p>Watch <a href="https://www.youtube.com/watch?v=jNQXAC9IVRw" rel="noopener noreferrer">How parked domains earn — a tour</a></p>',
  );
});

test.each([
  [
    'a frame',
    embed(
      'soundcloud',
      '<iframe title="Podcast 12" width="100%" src="https://w.soundcloud.com/player/?url=x"></iframe>',
    ),
    'https://w.soundcloud.com/player/?url=x',
    'Podcast 12 w.soundcloud.com',
  ],
  [
    'a URL',
    embed('instagram', 'https://www.instagram.com/p/abc/'),
    'https://www.instagram.com/p/abc/',
    'instagram.com/p/abc instagram.com',
  ],
  [
    'a post of another WordPress',
    embed(
      'wordpress',
      '<blockquote class="wp-embedded-content" data-secret="a"><a href="https://blog.example/one/">Post one</a></blockquote><iframe class="wp-embedded-content" sandbox="allow-scripts" src="https://blog.example/one/embed/#?secret=a" title="“Post one” — Blog"></iframe>',
    ),
    'https://blog.example/one/',
    'Post one blog.example',
  ],
  [
    'a frame in an HTML block',
    '<iframe src="https://maps.example.org/embed?pb=1" width="600" height="450" style="border:0;" title="Way to the office" loading="lazy"></iframe>',
    'https://maps.example.org/embed?pb=1',
    'Way to the office maps.example.org',
  ],
])('an embed that is %s becomes a link with title and host', (_, html, href, text) => {
  const converted = convert(html);

  expect(converted.valuesOf('a', 'href')).toEqual([href]);
  expect(converted.text).toBe(text);
  expect(converted.safe).not.toContain('iframe');
});

test('an embedded post of the own WordPress is a link to the site', () => {
  const quote = `<blockquote class="wp-embedded-content"><a href="${CMS}/one/">Post one</a></blockquote>`;
  const converted = convert(embed('wordpress', quote));

  expect(converted.valuesOf('a', 'href')).toEqual(['/one']);
  expect(converted.text).toBe('Post one freehold.example');
});

test('an embed links to the URL that the plugin adds rather than to the URL of its frame', () => {
  const html = embed('soundcloud', '<iframe title="Podcast 12" src="https://w.soundcloud.com/player/?url=x"></iframe>');

  expect(
    convert(html.replace('<figure ', '<figure data-embed-url="https://soundcloud.com/a/b" ')).valuesOf('a', 'href'),
  ).toEqual(['https://soundcloud.com/a/b']);
});

test('a post of a social network keeps its text', () => {
  const { text, safe } = convert(
    embed(
      'twitter',
      '<blockquote class="twitter-tweet" data-width="550" data-dnt="true"><p lang="en" dir="ltr">just setting up my twttr</p>&mdash; jack (@jack) <a href="https://twitter.com/jack/status/20">March 21, 2006</a></blockquote><script async src="https://platform.twitter.com/widgets.js" charset="utf-8"></script>',
    ),
  );

  expect(text).toBe('just setting up my twttr— jack (@jack) March 21, 2006');
  expect(safe).not.toContain('script');
});

test('a video of a host that the site does not serve is a link', () => {
  const { valuesOf, safe } = convert(
    '<figure class="wp-block-video"><video controls src="https://videos.example/tour.mp4"></video></figure>',
  );

  expect(valuesOf('a', 'href')).toEqual(['https://videos.example/tour.mp4']);
  expect(safe).not.toContain('<video');
});

test('a GIF has a still image for visitors who prefer reduced motion', () => {
  const { valuesOf } = convert(figure(image('car.gif', 480, 270)));

  expect(valuesOf('img', 'src')).toEqual(['/media/1600/2026/11/car.gif.webp']);
  expect(valuesOf('source', 'srcset')).toEqual(['/media/1600/2026/11/car.gif.still.webp']);
  expect(valuesOf('source', 'media')).toEqual(['(prefers-reduced-motion: reduce)']);
});

const FOOTNOTE = '0b1c2d3e-1111-4222-8333-944455556666';

test.each([
  [
    'a pull quote has the markup of the site',
    '<figure class="wp-block-pullquote"><blockquote><p>Parking pays.</p><cite>A customer</cite></blockquote></figure>',
    '<figure class="pullquote"><blockquote><p>Parking pays.</p><cite>A customer</cite></blockquote></figure>',
  ],
  [
    'a formula has the markup of the site',
    '<div class="wp-block-math"><math display="block"><mrow onclick="x()"><mi>E</mi><mo>=</mo><msup><mi>c</mi><mn>2</mn></msup></mrow></math></div>',
    '<div><math display="block"><mrow><mi>E</mi><mo>=</mo><msup><mi>c</mi><mn>2</mn></msup></mrow></math></div>',
  ],
  [
    'a centred paragraph has the markup of the site',
    '<p class="has-text-align-center wp-block-paragraph" style="color:red">Text</p>',
    '<p class="centered">Text</p>',
  ],
  [
    'an image beside the text has the markup of the site',
    '<figure class="wp-block-image alignleft size-medium is-resized"><img width="300" height="150" src="/pictures/a.webp" alt="" class="wp-image-1" style="width:200px;height:auto" /></figure>',
    '<figure class="float-start"><img src="/pictures/a.webp" alt="" width="200" height="100" loading="lazy" decoding="async"></figure>',
  ],
  [
    'a caption of the classic editor has the markup of the site',
    '<div id="attachment_5" class="wp-caption alignright" style="width: 310px"><img width="300" height="150" src="/pictures/a.webp" alt="" /><p class="wp-caption-text">The booth</p></div>',
    '<figure class="float-end"><img src="/pictures/a.webp" alt="" width="300" height="150" loading="lazy" decoding="async"><figcaption>The booth</figcaption></figure>',
  ],
  [
    'a track of a playlist has the markup of the site',
    '<ol class="wp-block-playlist__tracklist"><li class="wp-block-playlist-track"><button class="wp-block-playlist-track__button"><span class="wp-block-playlist-track__content"><span class="wp-block-playlist-track__title">Lanes</span><span class="wp-block-playlist-track__artist">Freehold</span></span><span class="screen-reader-text">Play</span></button></li></ol>',
    '<ol><li>Lanes, Freehold</li></ol>',
  ],
  [
    'an unknown block has the markup of the site',
    '<section class="wp-block-acme-pricing" style="x"><h3 class="t">Price</h3><div data-x="1"><my-price>9 EUR</my-price></div></section>',
    '<div><h3 id="price">Price</h3><div>9&nbsp;EUR</div></div>',
  ],
  [
    'buttons are links with the classes of the site',
    '<div class="wp-block-buttons is-layout-flex wp-block-buttons-is-layout-flex"><div class="wp-block-button"><a class="wp-block-button__link wp-element-button" href="/contact">Talk to us</a></div><div class="wp-block-button is-style-outline is-style-outline--2"><a class="wp-block-button__link wp-element-button" href="https://example.org/docs" style="border-radius:0">Read the docs</a></div></div>',
    '<div class="buttons"><a href="/contact" class="button">Talk to us</a>' +
      '<a href="https://example.org/docs" rel="noopener noreferrer" data-variant="secondary" class="button">Read the docs</a></div>',
  ],
  [
    'media and text are two columns in the order of the editor',
    `<div class="wp-block-media-text has-media-on-the-right is-stacked-on-mobile" style="grid-template-columns:auto 35%"><div class="wp-block-media-text__content"><p class="wp-block-paragraph">Beside it.</p></div><figure class="wp-block-media-text__media"><img width="900" height="900" src="/pictures/five.webp" alt="Five" class="wp-image-417 size-full" /></figure></div>`,
    '<div class="columns media-text"><div data-width="66"><p>Beside it.</p></div><figure data-width="33">' +
      '<img src="/pictures/five.webp" alt="Five" width="900" height="900" loading="lazy" decoding="async"></figure></div>',
  ],
  [
    'a video file has the player of the browser, is neither preloaded nor started, and keeps its captions',
    `<figure class="wp-block-video"><video height="360" style="aspect-ratio: 640 / 360;" width="640" autoplay controls poster="${UPLOADS}/poster.jpg" src="${UPLOADS}/parking.webm"><track src="${UPLOADS}/captions.vtt" label="English" srclang="en" kind="subtitles"/></video><figcaption class="wp-element-caption">A parked car</figcaption></figure>`,
    '<figure><video src="/files/2026/11/parking.webm" controls="" preload="none" poster="/media/1600/2026/11/poster.jpg.webp" ' +
      'width="640" height="360" playsinline=""><track src="/files/2026/11/captions.vtt" kind="subtitles" label="English" srclang="en">' +
      '</video><figcaption>A parked car</figcaption></figure>',
  ],
  [
    'the shortcodes for video and audio are players, and a video without poster preloads its metadata',
    `<div style="width: 640px;" class="wp-video"><video class="wp-video-shortcode" id="video-424-1" width="640" height="360" preload="auto" controls="controls"><source type="video/webm" src="${UPLOADS}/parking.webm?_=1" /><a href="${UPLOADS}/parking.webm">${UPLOADS}/parking.webm</a></video></div><audio class="wp-audio-shortcode" id="audio-424-1" preload="none" style="width: 100%;" controls="controls"><source type="audio/wav" src="${UPLOADS}/jingle.wav?_=1" /></audio>`,
    '<div><video src="/files/2026/11/parking.webm" controls="" preload="metadata" width="640" height="360" playsinline=""></video></div>' +
      '<audio src="/files/2026/11/jingle.wav" controls="" preload="none"></audio>',
  ],
  [
    'a file has a link with its type and a button, without a preview',
    `<div data-wp-interactive="core/file" class="wp-block-file"><object data-wp-bind--hidden="!state.hasPdfPreview" hidden class="wp-block-file__embed" data="${UPLOADS}/Price-list.pdf" type="application/pdf" style="width:100%;height:600px" aria-label="Embed of Price list."></object><a id="wp-block-file--media-1" href="${UPLOADS}/Price-list.pdf">Price list</a><a href="${UPLOADS}/Price-list.pdf" class="wp-block-file__button wp-element-button" download aria-describedby="wp-block-file--media-1">Download</a></div>`,
    '<div class="file"><a href="/files/2026/11/Price-list.pdf" data-type="PDF">Price list</a> ' +
      '<a href="/files/2026/11/Price-list.pdf" data-variant="secondary" class="button">Download</a></div>',
  ],
  [
    'social links are links with the names of the networks',
    '<ul class="wp-block-social-links is-layout-flex"><li class="wp-social-link wp-social-link-x wp-block-social-link"><a href="https://x.com/freehold" class="wp-block-social-link-anchor"><svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true"><path d="M13 10" /></svg><span class="wp-block-social-link-label screen-reader-text">X</span></a></li><li class="wp-social-link"></li></ul>',
    '<ul class="social"><li><a href="https://x.com/freehold" rel="noopener noreferrer">X</a></li></ul>',
  ],
  [
    'an accordion, which needs scripts of WordPress, becomes details elements',
    '<div data-wp-interactive="core/accordion" role="group" class="wp-block-accordion is-layout-flow"><div data-wp-context="{ &quot;id&quot;: &quot;accordion-item-3&quot;, &quot;openByDefault&quot;: true }" class="wp-block-accordion-item is-layout-flow"><h3 class="wp-block-accordion-heading"><button aria-expanded="false" type="button" class="wp-block-accordion-heading__toggle"><span class="wp-block-accordion-heading__toggle-title">When are payouts?</span><span class="wp-block-accordion-heading__toggle-icon" aria-hidden="true">+</span></button></h3><div role="region" class="wp-block-accordion-panel is-layout-flow"><p class="wp-block-paragraph">Each month.</p></div></div></div>',
    '<div><details open=""><summary>When are payouts?</summary><p>Each month.</p></details></div>',
  ],
  [
    'tabs, which need scripts of WordPress, become details elements',
    '<div data-wp-interactive="core/tabs" class="wp-block-tabs"><div class="wp-block-tab-list" role="tablist"><button type="button" role="tab">Tier1</button><button type="button" role="tab">Tier2</button></div><div class="wp-block-tab-panels"><section class="wp-block-tab-panel" role="tabpanel"><p>One</p></section><section class="wp-block-tab-panel" role="tabpanel"><p>Two</p></section></div></div>',
    '<div><details open=""><summary>Tier1</summary><p>One</p></details><details><summary>Tier2</summary><p>Two</p></details></div>',
  ],
  [
    'footnotes and the references to them lead to each other',
    `<p class="wp-block-paragraph">A claim<sup data-fn="${FOOTNOTE}" class="fn"><a href="#${FOOTNOTE}" id="${FOOTNOTE}-link">1</a></sup>.</p><ol class="wp-block-footnotes"><li id="${FOOTNOTE}">The source. <a href="#${FOOTNOTE}-link" aria-label="Jump to footnote reference 1">↩︎</a></li></ol>`,
    `<p>A claim<sup><a href="#${FOOTNOTE}" id="${FOOTNOTE}-link">1</a></sup>.</p><ol><li id="${FOOTNOTE}">The source. <a href="#${FOOTNOTE}-link" aria-label="Jump to footnote reference 1">↩︎</a></li></ol>`,
  ],
])('%s', (_claim, html, expected) => {
  expect(convert(html).safe).toBe(expected);
});

test('a picture that links to the page of its attachment leads to its file', () => {
  const html = `<p><a href="${CMS}/hello/plan/" rel="attachment wp-att-12">${image('plan.jpg', 600, 400)}</a></p>`;

  expect(convert(html).valuesOf('a', 'href')).toEqual(['/media/1600/2026/11/plan.jpg.webp']);
});

test('an embedded playlist plays as one, and a live channel, which has no page of its video, is a link', () => {
  const player = (path: string) => `<iframe src="https://www.youtube.com/embed/${path}"></iframe>`;
  const playlist = convert(player('videoseries?list=PL1'));
  const live = convert(player('live_stream?channel=UC1'));

  expect(playlist.valuesOf('a', 'href')).toEqual(['https://www.youtube.com/playlist?list=PL1']);
  expect(playlist.safe).toContain('embed/videoseries?list=PL1&amp;autoplay=1&amp;rel=0');
  expect(live.valuesOf('a', 'href')).toEqual(['https://www.youtube.com/embed/live_stream?channel=UC1']);
});
