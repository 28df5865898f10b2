import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readTopic, TOPICS } from '../../../../src/features/contact/contact-topics.ts';

const STYLES = path.join(import.meta.dirname, '../../../../src/features/contact/contact-section.module.css');

test('a link can preselect every topic and no other value', () => {
  expect(TOPICS.map(({ value }) => readTopic(value))).toEqual(TOPICS.map(({ value }) => value));
  expect(['', 'sales', 'Account', '__proto__'].map(readTopic)).toEqual([null, null, null, null]);
});

test('for each topic, the style sheet hides the elements of other topics', async () => {
  const styles = await readFile(STYLES, 'utf8');

  for (const { value } of TOPICS) {
    expect(styles).toContain(`&:has(option[value="${value}"]:checked) [data-topics]:not([data-topics~="${value}"]`);
  }
});
