import { expect, test } from 'vitest';
import { toTerminalLine } from '../../../src/framework/terminal-output.ts';

const time = '2026-11-22T20:02:11.938Z';

test('a line for the terminal names the level, the message and the fields without the id', () => {
  const line = toTerminalLine(
    JSON.stringify({ level: 30, time, id: 'a-b-c', path: '/faq', status: 200, msg: 'request' }),
  );

  expect(line).toMatch(/^\d.* info: request \{ path: '\/faq', status: 200 \}\n$/);
});

test('a stack is printed with its line breaks', () => {
  const err = { type: 'Error', message: 'broken', stack: 'Error: broken\n    at page.tsx:1' };
  const line = toTerminalLine(JSON.stringify({ level: 50, time, err, msg: 'rendering failed' }));

  expect(line).toContain(
    "error: rendering failed { err: { type: 'Error', message: 'broken' } }\nError: broken\n    at page.tsx:1\n",
  );
});
