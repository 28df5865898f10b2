import { expect, test } from 'vitest';
import { HeadlineText } from '../../../src/blocks/headline-text/headline-text.tsx';

const unbroken = (children: string) => expect.objectContaining({ props: { className: 'unbroken', children } });
const partsOf = (text: string) => [HeadlineText({ children: text }).props.children].flat();

test.each([
  ['What a for-sale banner costs', ['What a ', unbroken('for-sale'), ' banner costs']],
  ['Zero-click', ['', unbroken('Zero-click'), '']],
  ['No hyphen', ['No hyphen']],
  ['Search-engine-monetization', ['', 'Search-engine-monetization', '']],
  ['2025 - 2026', ['2025 - 2026']],
])('the headline “%s” keeps its short hyphenated words on one line', (text, parts) => {
  expect(partsOf(text)).toEqual(parts);
});
