import 'server-only';
import { type FunctionComponent, type ReactNode, Suspense } from 'react';
import { currentContext } from '../context.ts';
import { log } from '../log.ts';
import { defineCounter } from '../metrics-registry.ts';
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
 * Names a part that failed in the log and in the metrics.
 *
 * @param part the name of the part; empty if it is unknown.
 * @param reason the error, or what is known of it.
 */
export const recordFailedPart = (part: string, reason: Readonly<Record<string, unknown>>): void => {
  log.error({ ...reason, part: part || 'unknown' }, 'a part of a page failed');
  failures.inc({ part: part || 'unknown' });
};

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
      // Redirects are not failures. In development React's overlay shows the error.
      if (getErrorInfo(error) !== null || import.meta.env.DEV) throw error;
      recordFailedPart(name, { err: error });
      currentContext()?.set('hasFailedPart', true);
      return <Failed {...props} />;
    }
  };
  /** A document shows its fallback only if a component in the part throws. `document-order.ts` reads the name. */
  const FailedDocument = (props: Props): ReactNode => (
    <>
      <template data-part={name} />
      <Failed {...props} />
    </>
  );
  return (props) => {
    const isNavigation = currentContext()?.get('pageRequest')?.kind === 'payload';
    return (
      <Suspense fallback={isNavigation ? <Fallback {...props} /> : <FailedDocument {...props} />}>
        <Content {...props} />
      </Suspense>
    );
  };
};
