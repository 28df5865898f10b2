import 'server-only';
import { AsyncLocalStorage } from 'node:async_hooks';

const scope = new AsyncLocalStorage<true>();

/** Renders an RSC payload for a client navigation, not a document. */
export const renderForNavigation = <Rendered>(render: () => Promise<Rendered>): Promise<Rendered> =>
  scope.run(true, render);

/** Whether the current render is for a client navigation. */
export const isNavigationRender = (): boolean => scope.getStore() === true;
