import { expect, test } from 'vitest';
import {
  faq,
  faqItem,
  openSiteOn,
  openSiteWith,
  page,
  pages,
  post,
  posts,
  serveWordPress,
} from '../../support/wordpress-server.ts';

test('a field that is too long is dropped and logged once with its item', async () => {
  const { listFaq, warnings } = await openSiteWith({
    ...faq(faqItem({ id: 7, title: 'Long?', content: '&'.repeat(300_000) }), faqItem({ id: 8, title: 'Short?' })),
  });
  await listFaq();

  expect(await listFaq()).toMatchObject([
    { id: 7, question: 'Long?', answer: '' },
    { id: 8, question: 'Short?', answer: '<p>Text</p>' },
  ]);
  expect(warnings()).toHaveLength(1);
  expect(warnings()[0]).toContain('"path":"/wp-json/wp/v2/faq","id":7,"field":"content.rendered"');
});

test('a pasted picture does not make the text around it too long', async () => {
  const picture = `<img src="data:image/png;base64,${'iVBORw0KGgo+/'.repeat(20_000)}==" alt="">`;
  const { readPost } = await openSiteWith(
    posts(post({ slug: 'pasted', content: `<p>Before</p>${picture}<p>After</p>` })),
  );

  expect((await readPost('pasted'))?.body).toBe('<p>Before</p><p>After</p>');
});

test('all strings of a response are well-formed Unicode without control characters', async () => {
  const { readPage } = await openSiteWith(
    pages(
      page({
        slug: 'guide',
        title: 'A\u0007 \uD83Dguide',
        acf: {
          label: '\u009F\uDC00',
          blocks: [
            { acf_fc_layout: 'mailto', label: 'Write', email: 'a@example.org', subject: 'To \uD800you' },
            { acf_fc_layout: 'text', headline: 'Next', html: '<p>line\r\n\tline\u000B\uDBFF</p>' },
          ],
        },
      }),
    ),
  );

  expect(await readPage('guide')).toMatchObject({
    title: 'A \uFFFDguide',
    label: '\uFFFD',
    blocks: [{ subject: 'To \uFFFDyou' }, { html: '<p>line\n\tline\uFFFD</p>' }],
  });
});

test('excessive nesting in an unused field does not prevent reading the item', async () => {
  const wordpress = await serveWordPress();
  wordpress.setContent({
    '/wp-json/wp/v2/posts': [{ ...post({ slug: 'a' }), meta: JSON.parse(`${'['.repeat(2_000)}${']'.repeat(2_000)}`) }],
    '/wp-json/wp/v2/categories': [],
  });
  const { readPost } = await openSiteOn(wordpress);

  expect((await readPost('a'))?.slug).toBe('a');
});
