const LONG = 'Grundstücksverkehrsgenehmigungszuständigkeitsübertragungsverordnung';

const image = (name: string, alt: string) => ({ url: `/pictures/${name}.webp`, alt, width: 1600, height: 1000 });

const screens = [
  image('screen-dashboard', 'Dashboard: earnings of 30 days as a curve'),
  image('screen-top-domains', 'Report of the top domains, one line each'),
  image('screen-payout-statement', 'Payout statement: visitors and revenue by feed'),
  image('screen-ab-test', 'A/B test of two landers'),
  image('screen-bulk-edit', 'Bulk edit: a list of selected domains'),
];

const drawing = {
  url: '/pictures/solution-portfolio.svg',
  alt: 'Drawing: rows of numbered bays, a whole block of them selected',
  width: 960,
  height: 720,
};

const html = '<p>A paragraph with a <a href="/faq">link</a>, <strong>strong</strong> words and <code>code</code>.</p>';
const person = (name: string, text: string) => ({ name, role: 'Head of Feeds', text, image: false });
const step = (title: string) => ({ title, text: 'What happens in this step, in one or two short sentences.' });

/**
 * Sample blocks of every layout in the format of the content system: complete, sparse, and with extremely long words.
 * Empty blocks must render nothing.
 */
export const catalogueRows: readonly unknown[] = [
  {
    acf_fc_layout: 'subpages_hero',
    label: 'Catalogue',
    headline: 'Every block in every state',
    text: 'For those who build the site: what editors can put on a page, and how it looks when they overdo it.',
    image: drawing,
  },
  {
    acf_fc_layout: 'hero',
    label: 'Hero',
    headline: 'A hero that is not the first block',
    text: 'It opens no page.',
    buttons: [{ label: 'Go on', url: '/faq' }],
  },
  { acf_fc_layout: 'subpages_hero', label: 'Hero', headline: 'A sub-page hero in the middle', text: '' },
  {
    acf_fc_layout: 'text',
    label: 'Text',
    headline: 'Text with everything',
    html: `${html}<h3>A heading</h3><ul><li>One</li><li>Two</li></ul><blockquote><p>Quoted.</p></blockquote><table><caption>Its caption</caption><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>`,
  },
  { acf_fc_layout: 'text', label: '', headline: '', html: `<p>Without a headline: ${LONG}.</p>` },
  { acf_fc_layout: 'text', label: 'Empty', headline: '', html: '' },
  {
    acf_fc_layout: 'split',
    anchor: 'split',
    label: 'Split',
    headline: 'Picture on the right',
    html,
    image: drawing,
    image_side: 'right',
    buttons: [
      { label: 'First', url: '/faq' },
      { label: 'Second', url: '/news' },
    ],
  },
  {
    acf_fc_layout: 'split',
    label: 'Split',
    headline: 'Picture on the left',
    html,
    image: screens[0],
    image_side: 'left',
  },
  { acf_fc_layout: 'split', label: 'Split', headline: 'Without a picture', html },
  {
    acf_fc_layout: 'accordion',
    label: 'Accordion',
    headline: 'Questions',
    items: [
      { question: 'The first is open?', answer_html: html },
      { question: `${LONG}?`, answer_html: html },
    ],
  },
  { acf_fc_layout: 'accordion', label: 'Empty', headline: 'No questions', items: false },
  {
    acf_fc_layout: 'cards',
    label: 'Cards',
    headline: 'Three cards',
    cards: ['route', 'world', 'api'].map((icon) => ({
      icon: `tabler:${icon}`,
      title: `Card ${icon}`,
      text: 'A sentence about it.',
      url: icon === 'route' ? '/faq' : '',
    })),
  },
  {
    acf_fc_layout: 'cards',
    label: 'Cards',
    headline: 'Two, one without an icon',
    cards: [
      { icon: '', title: LONG, text: '', url: '/faq' },
      { icon: 'tabler:no-such-icon', title: 'Unknown icon', text: 'Its place stays.', url: '' },
    ],
  },
  {
    acf_fc_layout: 'stacked_cards',
    label: 'Stacked',
    headline: 'With and without a picture',
    cards: [
      { label: 'One', title: 'With a picture', html, image: screens[1] },
      { label: 'Two', title: 'Without', html, image: false },
    ],
  },
  {
    acf_fc_layout: 'steps',
    label: 'Steps',
    headline: 'Six steps',
    steps: ['Apply', 'Point', 'Go live', 'Read', 'Review', 'Payout'].map(step),
  },
  {
    acf_fc_layout: 'steps',
    label: 'Steps',
    headline: 'Four steps',
    steps: ['Write', 'Send', 'Read', 'Decide'].map(step),
  },
  {
    acf_fc_layout: 'stats',
    label: 'Stats',
    headline: 'Figures',
    stats: [
      { value: '80%', label: 'of the net revenue', condition: 'a condition' },
      { value: '8.90 to 22.40 USD', label: 'median RPM', condition: '' },
    ],
  },
  {
    acf_fc_layout: 'table',
    label: 'Table',
    headline: 'A wide table',
    caption: 'Its caption, which stays in view.',
    head: ['', 'One', 'Two', 'Three'].map((text) => ({ text })),
    rows: [
      ['Row', 'a', 'b', 'c'],
      ['Another', LONG, 'b', '1,234.50'],
    ].map((cells) => ({ cells: cells.map((text) => ({ text })) })),
  },
  {
    acf_fc_layout: 'table',
    label: 'Table',
    headline: 'Two columns, no caption',
    caption: '',
    head: ['Check', 'Need'].map((text) => ({ text })),
    rows: [{ cells: [{ text: 'this' }, { text: 'that' }] }],
  },
  {
    acf_fc_layout: 'quote',
    quote_html: '<p>A percentage is easy to print. Ask what it is a percentage of.</p>',
    name: 'Henrike Voss',
    role: 'Managing Director',
  },
  { acf_fc_layout: 'quote', quote_html: '<p>Nobody said this.</p>', name: '', role: '' },
  {
    acf_fc_layout: 'timeline',
    label: 'Timeline',
    headline: 'History',
    entries: [
      { date: '2015', title: 'Founded', text: 'With a text.' },
      { date: '10 February 2026', title: 'Without a text', text: '' },
      { date: '', title: 'Without a date', text: 'And so on.' },
    ],
  },
  {
    acf_fc_layout: 'people',
    label: 'People',
    headline: 'With and without a portrait',
    people: [
      { ...person('Åsa Öberg', 'A portrait.'), image: screens[0] },
      person('Cher', 'One name.'),
      person('Ólafur van der Berg', 'Three names.'),
      person(LONG, ''),
    ],
  },
  {
    acf_fc_layout: 'logos',
    headline: 'Signs',
    logos: ['NS', 'DS', 'CNAME', 'TXT', 'CAA'].map((name) => ({ name, icon: 'tabler:server' })),
  },
  ...[1, 2, 3, 4, 5].map((count) => ({
    acf_fc_layout: 'gallery',
    label: 'Gallery',
    headline: `${count} of them`,
    images: screens.slice(0, count),
  })),
  { acf_fc_layout: 'gallery', label: 'Empty', headline: 'No pictures', images: false },
  { acf_fc_layout: 'popup', button_label: 'Open it', headline: 'Something beside the way', html },
  { acf_fc_layout: 'button', label: 'A button', url: '/faq' },
  { acf_fc_layout: 'mailto', label: 'A mail', email: 'support@example.com', subject: 'Catalogue' },
  { acf_fc_layout: 'button', label: 'Leads nowhere and is left out', url: 'javascript:alert(1)' },
  {
    acf_fc_layout: 'cta',
    headline: 'One sentence, one way on',
    text: 'And a text below it.',
    button_label: 'Go',
    button_url: '/contact',
  },
  { acf_fc_layout: 'global_cta' },
];
