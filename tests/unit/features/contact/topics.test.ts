import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readTopic, TOPICS } from '../../../../src/features/contact/contact-topics.ts';

const STYLES = path.join(import.meta.dirname, '../../../../src/features/contact/contact-section.module.css');

test('a link can choose each topic, and nothing else', () => {
  expect(TOPICS.map(({ value }) => readTopic(value))).toEqual(TOPICS.map(({ value }) => value));
  expect(['', 'sales', 'Account', '__proto__'].map(readTopic)).toEqual([null, null, null, null]);
});

test('the style sheet hides what belongs to other topics, for each topic', async () => {
  const styles = await readFile(STYLES, 'utf8');

  for (const { value } of TOPICS) {
    expect(styles).toContain(`&:has(option[value="${value}"]:checked) [data-topics]:not([data-topics~="${value}"]`);
  }
});
