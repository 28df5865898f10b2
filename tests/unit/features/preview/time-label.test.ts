import { expect, test } from 'vitest';
import { toTimeLabel } from '../../../../src/features/preview/time-label.ts';

const TODAY = '2026-11-22T15:00:00.000Z';

const labelOf = (savedAt: string, kind: 'draft' | 'unsaved' = 'draft') => toTimeLabel({ kind, savedAt }, TODAY);

test('the label gives the time of the last save, with the date unless that is today, and is empty without a valid time', () => {
  expect(labelOf('2026-11-22T14:02:33')).toBe('last saved 14:02');
  expect(labelOf('2026-03-01T08:00:00')).toBe('last saved on 1 March 2026, 08:00');
  expect(labelOf('')).toBe('');
});

test('the label of changes that are not published does not say that they are saved', () => {
  expect(labelOf('2026-11-22T14:02:33', 'unsaved')).toBe('as of 14:02, not published');
  expect(labelOf('2026-03-01T08:00:00', 'unsaved')).toBe('as of 1 March 2026, 08:00, not published');
});
