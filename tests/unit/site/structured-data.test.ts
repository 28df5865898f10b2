import { expect, test } from 'vitest';
import { breadcrumbData, faqData, toScriptText } from '../../../src/site/structured-data.tsx';

test('content cannot close the script element', () => {
  const text = toScriptText(faqData([{ question: '</script><script>alert(1)</script>', answerText: '<!--' }]));

  expect(text).not.toContain('<');
  expect(JSON.parse(text)).toMatchObject({ mainEntity: [{ name: '</script><script>alert(1)</script>' }] });
});

test('a long answer is truncated after a sentence, but not within a domain or a number', () => {
  const sentence = 'A domain earns from the day its nameservers point here. ';

  expect(faqData([{ question: 'When?', answerText: sentence.repeat(20).trim() }])).toMatchObject({
    mainEntity: [{ acceptedAnswer: { text: sentence.repeat(5).trim() } }],
  });
  const whole = 'Point the domain here. '.repeat(13);
  const answerText = `${whole}Then use ns1.freehold.example and ns2.freehold.example for 12.5 % more.`;
  expect(faqData([{ question: 'How?', answerText }])).toMatchObject({
    mainEntity: [{ acceptedAnswer: { text: whole.trim() } }],
  });
});

test('breadcrumbs start at the home page and are numbered', () => {
  expect(breadcrumbData([{ path: '/events', name: 'Events' }])).toMatchObject({
    itemListElement: [
      { position: 1, name: 'Freehold' },
      { position: 2, name: 'Events', item: expect.stringMatching(/\/events$/) },
    ],
  });
});

test('a question whose answer has no text is not in the structured data', () => {
  const entries = [
    { question: 'How?', answerText: '' },
    { question: 'When?', answerText: 'Monthly.' },
  ];

  expect(faqData(entries)).toMatchObject({ mainEntity: [{ name: 'When?' }] });
});
