import 'server-only';
import { AsyncLocalStorage } from 'node:async_hooks';

const scope = new AsyncLocalStorage<true>();

/** Renders what goes into a page that is open in a browser, not into a document of its own. */
export const renderForNavigation = <Rendered>(render: () => Promise<Rendered>): Promise<Rendered> =>
  scope.run(true, render);

/** Whether what is being rendered goes into a page that is open. */
export const isNavigationRender = (): boolean => scope.getStore() === true;
