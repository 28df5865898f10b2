import { expect, test } from 'vitest';
import { toSavedText } from '../../../../src/features/preview/saved-text.ts';

const TODAY = '2026-11-22T15:00:00.000Z';

test('the bar of a preview shows the time of the last save, with the date if that was another day', () => {
  expect(toSavedText('2026-11-22T14:02:33', TODAY)).toBe('last saved 14:02');
  expect(toSavedText('2026-03-01T08:00:00', TODAY)).toBe('last saved on 1 March 2026, 08:00');
  expect(toSavedText('', TODAY)).toBe('');
});
