import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGrowingBody, type StreamedResponse } from '../cache/index.ts';
import { currentContext } from '../context.ts';
import { log } from '../log.ts';
import { createDocument, type DocumentOptions, hasErrorRow } from './html-document.ts';
import { recordFailedPart } from './part.tsx';
import { createRenderQueue } from './render-queue.ts';
import { PAYLOAD_CONTENT_TYPE, type RscPayloadStore } from './rsc-payload-store.ts';

/** Waku's request handler. Null: Waku has no response. */
export type ProcessRequest = (request: Request) => Promise<Response | null>;

/** A response of Waku, of which a part may still wait for content. */
export type Rendered = StreamedResponse & {
  /** False until the body has ended, and if it was cut off or a part of it failed: then it must not be cached. */
  readonly isComplete: () => boolean;
};

type RendererOptions = {
  readonly processRequest: ProcessRequest;
  /** The origin of the site. */
  readonly url: string;
  /** False under the development server, which needs the scripts that Waku writes, and documents that show errors. */
  readonly isProduction: boolean;
  readonly document: Omit<DocumentOptions, 'isHydrated' | 'isProduction'>;
  readonly payloads: RscPayloadStore;
};

export type RenderOptions = {
  /**
   * The queue: for the response cache (`shared`), for one client (`client`), or for an action or a preview (`action`),
   * which mostly wait: for a captcha provider, the disk, Redis or the CMS.
   */
  readonly queue: 'shared' | 'client' | 'action';
  /** False for a document that is never hydrated, because its payload could not be fetched from any URL. */
  readonly isHydrated?: boolean;
  /** Whether the document stays in the response cache for more than a few seconds. */
  readonly isLongLived?: boolean;
  /** Aborted when the client disconnects. */
  readonly signal?: AbortSignal;
};

/** This many renders take one to two seconds. */
const MAX_WAITING = 50;
/**
 * Rendering blocks the event loop. With two renders at a time, or without the pause, new connections wait for up to 400
 * ms during a burst of searches, since the event loop accepts one connection per turn (docs/decisions/0026).
 */
const CLIENT = { concurrency: 1, maxWaiting: MAX_WAITING, pauseMs: 20 };
/** After this time a render is rejected and no longer blocks the others. */
const CLIENT_TIMEOUT_MS = 10_000;
/** How long a response waits for its content before it is sent without. */
const GRACE_MS = 15;
/** After this time a response that has begun is cut off. What a page reads takes less (`CMS_TIMEOUT_MS`). */
const MAX_STREAM_MS = 30_000;
/** In development the first render compiles the modules of the page. */
const DEVELOPMENT_TIMEOUT_MS = 120_000;

const isHtml = (headers: Headers): boolean => headers.get('content-type')?.startsWith('text/html') ?? false;

/** Renders with Waku, within the concurrency limits of the render queues, and post-processes the result. */
export const createRenderer = ({ processRequest, url, isProduction, document, payloads }: RendererOptions) => {
  const queues = {
    // Unlimited: no more renders wait than there are cacheable pages, and they may all have to wait for the CMS.
    shared: createRenderQueue({ name: 'shared', concurrency: 4, maxWaiting: Infinity }),
    client: createRenderQueue({
      ...CLIENT,
      name: 'client',
      timeoutMs: isProduction ? CLIENT_TIMEOUT_MS : DEVELOPMENT_TIMEOUT_MS,
    }),
    action: createRenderQueue({ ...CLIENT, name: 'action', concurrency: 8 }),
  };

  /** Waku's response while it arrives, as text. Ends early if it fails or takes too long. */
  async function* readText(body: ReadableStream<BufferSource>, onCut: () => void): AsyncGenerator<string> {
    try {
      yield* body.pipeThrough(new TextDecoderStream(), { signal: AbortSignal.timeout(MAX_STREAM_MS) });
    } catch (error) {
      log.error({ err: error }, 'a response was cut off');
      onCut();
    }
  }

  const toRendered = (response: Response, { isHydrated = true, isLongLived = false }: RenderOptions): Rendered => {
    const { status, headers, body } = response;
    const c = currentContext();
    const own = Object.fromEntries(headers);
    const encoder = new TextEncoder();
    let isComplete = false;
    let isCut = false;
    const texts = readText(body ?? new Blob([]).stream(), () => {
      isCut = true;
    });
    const isWhole = (): boolean => !isCut && c?.get('hasFailedPart') !== true;

    async function* streamPayload(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
      let payload = '';
      for await (const text of texts) {
        payload += text;
        yield encoder.encode(text);
      }
      isComplete = isWhole() && !hasErrorRow(payload);
    }

    async function* streamDocument(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
      const page = createDocument({ ...document, isProduction, isHydrated: isHydrated && status < 400 });
      for await (const text of texts) {
        const ready = page.push(text);
        if (ready !== '') yield encoder.encode(ready);
      }
      const { html, payload, failures } = page.end();
      if (payload) payloads.add(payload, { isLongLived });
      for (const { part, digest } of failures) recordFailedPart(part, { digest });
      isComplete = isWhole() && failures.length === 0;
      yield encoder.encode(html);
    }

    const isDocument = isHtml(headers);
    return {
      status,
      headers: isDocument ? own : { 'content-type': PAYLOAD_CONTENT_TYPE, ...own },
      body: createGrowingBody(isDocument ? streamDocument() : streamPayload()),
      isComplete: () => isComplete,
    };
  };

  const begin = async (request: Request, options: RenderOptions): Promise<Rendered | null> => {
    const response = await processRequest(request);
    if (response !== null && response.status >= 500 && isProduction)
      throw new Error(`${new URL(request.url).pathname} cannot be rendered`);
    return response && toRendered(response, options);
  };

  /**
   * Renders a URL of Waku's router when its turn comes, in the context of the caller. Resolves when the render has ended, or when the response
   * has begun and waits for content: then it no longer takes a place in the queue. Null: Waku has no response.
   *
   * @param post a form, or the arguments of an action; null for a read.
   * @throws {BusyError} if too many renders are waiting, or the response takes too long to begin.
   * @throws {Error} if the client disconnects before the render starts, or rendering fails before the response begins.
   */
  return async (target: string, options: RenderOptions, post: RequestInit | null = null): Promise<Rendered | null> => {
    const request = new Request(new URL(target, url), post ?? {});
    const waits = Promise.withResolvers<void>();
    const rendering = await queues[options.queue].run(async () => {
      currentContext()?.set('onWait', waits.resolve);
      const begun = begin(request, options);
      const ended = begun.then((rendered) => rendered?.body.ended);
      await Promise.race([ended, waits.promise]);
      return { begun };
    }, options.signal);
    const rendered = await rendering.begun;
    // Mostly the content is there soon, and then the response has all of its headers.
    if (!currentContext()?.get('hasSlowContent')) await Promise.race([rendered?.body.ended, sleep(GRACE_MS)]);
    // Whoever gets a response that has begun no longer learns why it ends.
    if (rendered?.body.hasEnded() === false)
      rendered.body.ended.catch((error) => log.error({ err: error }, 'a response was cut off'));
    return rendered;
  };
};

export type Render = ReturnType<typeof createRenderer>;
