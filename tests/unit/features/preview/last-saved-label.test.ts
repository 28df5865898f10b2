import { expect, test } from 'vitest';
import { toLastSavedLabel } from '../../../../src/features/preview/last-saved-label.ts';

const TODAY = '2026-11-22T15:00:00.000Z';

test('the label gives the time of the last save, with the date unless that is today, and is empty without a valid time', () => {
  expect(toLastSavedLabel('2026-11-22T14:02:33', TODAY)).toBe('last saved 14:02');
  expect(toLastSavedLabel('2026-03-01T08:00:00', TODAY)).toBe('last saved on 1 March 2026, 08:00');
  expect(toLastSavedLabel('', TODAY)).toBe('');
});
