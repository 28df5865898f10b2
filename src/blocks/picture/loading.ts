import 'server-only';
import { isNavigationRender } from '../../framework/rsc/navigation-render.ts';

/**
 * When the browser loads a picture. The largest one of a page comes before everything else; but React would hold a page that
 * the router shows until such a picture is there (up to 800 ms), and waits for none that loads by itself.
 */
export const toLoading = (isPriority: boolean) => {
  if (!isPriority) return { loading: 'lazy', decoding: 'async' } as const;
  return { loading: isNavigationRender() ? 'lazy' : 'eager', fetchPriority: 'high' } as const;
};
