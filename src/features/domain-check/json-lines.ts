/**
 * The values of a stream of JSON lines, each as soon as its line is complete.
 *
 * @throws if a line is not JSON.
 */
export async function* readJsonLines<Value>(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<Value> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    const lines = (rest + chunk.value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line);
  }
}
