import { expect, test } from 'vitest';
import { readJsonLines } from '../../../../src/features/domain-check/json-lines.ts';

const read = async (...chunks: readonly Uint8Array<ArrayBuffer>[]): Promise<unknown[]> => {
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  const values = [];
  for await (const value of readJsonLines(body)) values.push(value);
  return values;
};

test('lines are read wherever the chunks are cut, also within a character', async () => {
  const bytes = new TextEncoder().encode('{"a":"ü"}\n{"b":2}\n');

  for (let cut = 0; cut <= bytes.length; cut += 1) {
    expect(await read(bytes.slice(0, cut), bytes.slice(cut))).toEqual([{ a: 'ü' }, { b: 2 }]);
  }
});
