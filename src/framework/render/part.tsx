import 'server-only';
import { type FunctionComponent, type ReactNode, Suspense } from 'react';
import { currentContext } from '../context.ts';
import { log } from '../log.ts';
import { defineCounter } from '../metrics-registry.ts';
import { isNavigationRender } from './request-state.ts';
import { getErrorInfo } from './waku.ts';

type PartOptions<Props> = {
  /** Has the size and the look of the content. Only a client navigation shows it, while the content is on its way. */
  readonly Fallback: FunctionComponent<Props>;
  /** What the visitor sees instead of the content if it cannot be shown: what is missing, and what to do. */
  readonly Failed: FunctionComponent<Props>;
};

const failures = defineCounter({
  name: 'page_parts_failed_total',
  help: 'Parts of pages that could not be rendered, by part.',
  labelNames: ['part'],
});

/**
 * A part of a page that reads content: the page is sent up to here, and goes on when the part is there. If the part
 * throws, the rest of the page is complete, and the page is not cached.
 *
 * @param name in the log and in the metrics.
 */
export const part = <Props extends object>(
  name: string,
  { Fallback, Failed }: PartOptions<Props>,
  render: (props: Props) => Promise<ReactNode>,
): FunctionComponent<Props> => {
  const Content = async (props: Props): Promise<ReactNode> => {
    try {
      return await render(props);
    } catch (error) {
      // Redirects and `notFound()` are not failures. In development React's overlay shows the error.
      if (getErrorInfo(error) !== null || import.meta.env.DEV) throw error;
      const c = currentContext();
      log.error({ err: error, part: name, id: c?.get('requestId') }, 'a part of a page failed');
      failures.inc({ part: name });
      c?.set('hasFailedPart', true);
      return <Failed {...props} />;
    }
  };
  // A document never shows a fallback, unless a component in the part throws.
  return (props) => (
    <Suspense fallback={isNavigationRender() ? <Fallback {...props} /> : <Failed {...props} />}>
      <Content {...props} />
    </Suspense>
  );
};
