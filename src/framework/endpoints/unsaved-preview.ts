import 'server-only';
import { z } from 'zod';
import { createSecurityHeaders, parseJson, readBody, readForm, toJsonError } from '../middleware/index.ts';
import type { Endpoint, UnsavedContentPort } from '../site-options.ts';
import { createMessageVerifier } from './signed-messages.ts';

export const UNSAVED_PREVIEW = '/api/preview/unsaved';

/** `origin` is that of the editor, the only one that may frame the response. */
const Origin = z.looseObject({
  origin: z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin),
});

type UnsavedPreviewOptions = {
  readonly content: UnsavedContentPort | undefined;
  /** The origin of the site. */
  readonly url: string;
  readonly securityOptions: Parameters<typeof createSecurityHeaders>[0];
  /** Whether no instance has seen a signature within the last `seconds`. */
  readonly isFirst: (signature: string, seconds: number) => Promise<boolean>;
  /** Counts a render for a client. Resolves with the seconds to wait if there are too many, else null. */
  readonly takeRender: (address: string) => Promise<number | null>;
  /** Renders a page for one client, without caching it. */
  readonly render: (request: Request) => Promise<Response>;
};

const textOf = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
};

/**
 * `POST /api/preview/unsaved`, a form that the editor of the CMS sends from a frame: responds with the page, which
 * shows content that is not saved anywhere. The field `payload` is JSON, signed with the preview secret and the prefix
 * `unsaved.` (`createMessageVerifier`). Cookies are neither read nor set. Only the editor's origin may frame the
 * response, in which scripts do not run. A form with the field `check` is validated but not rendered: the response is
 * 204.
 */
export const createUnsavedPreviewEndpoint = ({
  content,
  url,
  securityOptions,
  isFirst,
  takeRender,
  render,
}: UnsavedPreviewOptions): Endpoint => {
  const secret = content?.secret ?? null;
  const verify = secret === null ? null : createMessageVerifier({ secret, prefix: 'unsaved.', isFirst });

  const toFramePolicy = (origin: string): string => {
    const sources = { ...securityOptions.sources, 'frame-ancestors': [origin] };
    const headers = createSecurityHeaders({ ...securityOptions, sources });
    return `${headers['content-security-policy']}; sandbox allow-same-origin`;
  };

  return async (request, { address }) => {
    if (content === undefined || verify === null) return toJsonError(404);
    if (request.method !== 'POST') return toJsonError(405, undefined, { allow: 'POST' });
    const bytes = await readBody(request);
    if (bytes === null) return toJsonError(413);
    const form = await readForm(bytes, request.headers.get('content-type') ?? '');
    if (form === null) return toJsonError(400, 'The body must be a form (multipart/form-data).');

    const body = textOf(form, 'payload');
    const rejection = await verify({
      timestamp: textOf(form, 'timestamp'),
      body,
      signature: textOf(form, 'signature'),
    });
    if (rejection !== null) return rejection;
    const payload = parseJson(body);
    const { data: sender } = Origin.safeParse(payload);
    const page = content.read(payload);
    if (sender === undefined || page === null)
      return toJsonError(400, 'The payload does not have the expected fields.');
    // The CMS waits for this response, so the check must not render the page, which could read from the CMS.
    if (form.has('check')) return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } });
    const waitS = await takeRender(address);
    if (waitS !== null) return toJsonError(429, undefined, { 'retry-after': String(waitS) });

    const encoding = request.headers.get('accept-encoding');
    const response = await page.run(() =>
      render(
        new Request(new URL(page.path, url), {
          headers: { accept: 'text/html', ...(encoding && { 'accept-encoding': encoding }) },
          signal: request.signal,
        }),
      ),
    );
    const headers = new Headers(response.headers);
    headers.set('content-security-policy', toFramePolicy(sender.origin));
    headers.set('cache-control', 'private, no-store');
    headers.set('x-robots-tag', 'noindex, nofollow');
    headers.delete('etag');
    return new Response(response.body, { status: response.status, headers });
  };
};
