import 'server-only';
import { executionAsyncResource } from 'node:async_hooks';

const kept: object[] = [];

/**
 * Keeps one of the objects in which Node.js notes what `process.nextTick` shall do, of which each answer makes several. The
 * engine forgets the shape of objects when a collection finds none of them, as it does in a quiet moment; of this shape it
 * never learns again, because its keys are computed, and every answer takes a fifth longer from then on (docs/performance.md).
 */
export const keepTaskShape = (): void => {
  process.nextTick(() => {
    if (kept.length === 0) kept.push(executionAsyncResource());
  });
};
