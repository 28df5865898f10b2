import { expect, test } from 'vitest';
import { toConfirmationUrl } from '../../../src/forms/form-state.ts';

test('the URL of a confirmation keeps the query with which the page shows its form', () => {
  expect(toConfirmationUrl('/contact', '', 'P-7K3M-9QXA')).toBe('/contact?sent=P-7K3M-9QXA');
  expect(toConfirmationUrl('/contact', '?topic=abuse', 'P-7K3M-9QXA')).toBe('/contact?sent=P-7K3M-9QXA&topic=abuse');
});
