import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { BusyError } from '../../../../src/framework/busy-error.ts';
import { registry } from '../../../../src/framework/metrics-registry.ts';
import { createRenderQueue } from '../../../../src/framework/render/render-queue.ts';

/** Renders that end when the test says so, once they have started. */
const createRenders = () => {
  const started: string[] = [];
  const gates = new Map<string, PromiseWithResolvers<string>>();
  const gateOf = async (name: string) => {
    await expect.poll(() => started, { interval: 1 }).toContain(name);
    return gates.get(name);
  };
  return {
    started,
    render: (name: string) => () => {
      const gate = Promise.withResolvers<string>();
      gates.set(name, gate);
      started.push(name);
      return gate.promise;
    },
    finish: async (name: string) => (await gateOf(name))?.resolve(name),
  };
};

test('renders beyond the concurrency start one by one as others finish', async () => {
  const { started, render, finish } = createRenders();
  const queue = createRenderQueue({ name: 'ordered', concurrency: 2, maxWaiting: 10 });
  const results = ['a', 'b', 'c', 'd'].map((name) => queue.run(render(name)));
  await setImmediate();
  expect(started).toEqual(['a', 'b']);

  await finish('b');
  await expect.poll(() => started).toEqual(['a', 'b', 'c']);
  for (const name of ['a', 'c', 'd']) await finish(name);
  expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd']);
  const metrics = await registry.metrics();
  expect(metrics).toContain('renders_total{for="ordered",outcome="finished"} 4\n');
  expect(metrics).toContain('renders_total{for="ordered",outcome="rejected"} 0\n');
  expect(metrics).toContain('renders_total{for="ordered",outcome="dropped"} 0\n');
  expect(metrics).toContain('renders_waiting{for="ordered"} 0\n');
});

test('a render is rejected at once if the queue is full', async () => {
  const { render, finish } = createRenders();
  const queue = createRenderQueue({ name: 'full', concurrency: 1, maxWaiting: 1 });
  const running = queue.run(render('running'));
  const waiting = queue.run(render('waiting'));

  await expect(queue.run(render('rejected'))).rejects.toThrow(BusyError);
  expect(await registry.metrics()).toContain('renders_waiting{for="full"} 1\n');
  await finish('running');
  await finish('waiting');
  expect(await Promise.all([running, waiting])).toEqual(['running', 'waiting']);
  const metrics = await registry.metrics();
  expect(metrics).toContain('renders_total{for="full",outcome="finished"} 2\n');
  expect(metrics).toContain('renders_total{for="full",outcome="rejected"} 1\n');
});

test('renders whose client has disconnected are not started and do not delay others', async () => {
  const { started, render, finish } = createRenders();
  const queue = createRenderQueue({ name: 'disconnected', concurrency: 1, maxWaiting: 10 });
  void queue.run(render('running'));
  const client = new AbortController();
  const dropped = ['a', 'b', 'c'].map((name) =>
    expect(queue.run(render(name), client.signal)).rejects.toThrow('the client has disconnected'),
  );
  client.abort();
  const next = queue.run(render('next'));
  await finish('running');
  await Promise.all(dropped);

  await finish('next');
  expect(await next).toBe('next');
  expect(started).toEqual(['running', 'next']);
  const metrics = await registry.metrics();
  expect(metrics).toContain('renders_total{for="disconnected",outcome="dropped"} 3\n');
  expect(metrics).toContain('renders_waiting{for="disconnected"} 0\n');
});

test('the event loop runs between two renders', async () => {
  const events: string[] = [];
  const queue = createRenderQueue({ name: 'paused', concurrency: 1, maxWaiting: 10 });
  const renders = ['a', 'b', 'c'].map((name) =>
    queue.run(async () => {
      events.push(name);
      void setImmediate().then(() => events.push('loop'));
    }),
  );
  await Promise.all(renders);

  expect(events.slice(0, 4)).toEqual(['a', 'loop', 'b', 'loop']);
});

test('a render that exceeds the time limit is rejected because the server is busy, and the next one starts', async () => {
  const { render } = createRenders();
  const queue = createRenderQueue({ name: 'slow', concurrency: 1, maxWaiting: 10, timeoutMs: 20 });
  const stuck = expect(queue.run(render('stuck'))).rejects.toThrow(BusyError);
  const next = queue.run(async () => 'next');

  await stuck;
  expect(await next).toBe('next');
});

test('a queued render runs in the async context of its caller', async () => {
  const contexts = new AsyncLocalStorage<string>();
  const queue = createRenderQueue({ name: 'context', concurrency: 1, maxWaiting: 10 });
  const renders = ['a', 'b', 'c'].map((name) => contexts.run(name, () => queue.run(async () => contexts.getStore())));

  expect(await Promise.all(renders)).toEqual(['a', 'b', 'c']);
});
