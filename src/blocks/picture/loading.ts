import 'server-only';
import { isNavigationRender } from '../../framework/rsc/index.ts';

/**
 * Loading attributes of an image. The LCP image (`isPriority`) is loaded eagerly with high priority. On a client-side navigation
 * it is lazy, because React would otherwise suspend the new page until it is loaded (up to 800 ms).
 */
export const toLoading = (isPriority: boolean) => {
  if (!isPriority) return { loading: 'lazy', decoding: 'async' } as const;
  return { loading: isNavigationRender() ? 'lazy' : 'eager', fetchPriority: 'high' } as const;
};
