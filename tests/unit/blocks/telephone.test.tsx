import { expect, test } from 'vitest';
import { Telephone } from '../../../src/blocks/telephone/telephone.tsx';

test.each([
  ['+49 40 66969 120', 'tel:+494066969120'],
  ['+49 (0)40 / 669-69.120', 'tel:+494066969120'],
  ['040 66969120', 'tel:04066969120'],
  ['Tel. +49 40 669 ext. 5', 'tel:+4940669'],
])('the number %s links to %s', (number, href) => {
  expect(Telephone({ number })).toMatchObject({ type: 'a', props: { href, children: number } });
});

test('a telephone number that is a long text is shown at once', { timeout: 5_000 }, () => {
  expect(Telephone({ number: 'a'.repeat(200_000) })).toMatchObject({ props: { href: 'tel:' } });
});
