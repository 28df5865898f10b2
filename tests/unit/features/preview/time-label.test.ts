import { expect, test } from 'vitest';
import { toTimeLabel } from '../../../../src/features/preview/time-label.ts';

test('the label gives the time of the last save, says if changes are not saved, and is empty without a valid time', () => {
  const savedAt = '2026-03-01T08:00:00';

  expect(toTimeLabel({ kind: 'draft', savedAt })).toBe('last saved on 1 March 2026 at 08:00');
  expect(toTimeLabel({ kind: 'unsaved', savedAt })).toBe('as of 1 March 2026 at 08:00, not published');
  expect(toTimeLabel({ kind: 'draft', savedAt: '' })).toBe('');
});
