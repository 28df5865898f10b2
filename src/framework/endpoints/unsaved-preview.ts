import 'server-only';
import type { Context } from 'hono';
import { z } from 'zod';
import type { Env } from '../context.ts';
import { parseJson, readBody, readForm } from '../request-body.ts';
import { toEmpty, toJsonError } from '../responses.ts';
import { createSecurityHeaders } from '../security-headers.ts';
import type { Endpoint, UnsavedContentPort } from '../site-options.ts';
import type { MessageVerifier } from './signed-messages.ts';

export const UNSAVED_PREVIEW = '/api/preview/unsaved';

/** `origin` is that of the editor, the only one that may frame the response. */
const Origin = z.looseObject({
  origin: z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin),
});

type UnsavedPreviewOptions = {
  readonly content: UnsavedContentPort | undefined;
  readonly securityOptions: Parameters<typeof createSecurityHeaders>[0];
  readonly verify: MessageVerifier;
  /** Renders the document at a path for one client, without caching it. */
  readonly renderDocument: (c: Context<Env>, path: string) => Promise<Response>;
};

const textOf = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
};

/**
 * `POST /api/preview/unsaved`, a form that the editor of the CMS sends from a frame: responds with the page, which
 * shows content that is not saved anywhere. The field `payload` is JSON, signed with the preview secret and the prefix
 * `unsaved.` (`isSigned`). Cookies are neither read nor set. Only the editor's origin may frame the
 * response, in which scripts do not run. A form with the field `check` is validated but not rendered: the response is
 * 204.
 */
export const createUnsavedPreviewEndpoint = ({
  content,
  securityOptions,
  verify,
  renderDocument,
}: UnsavedPreviewOptions): Endpoint => {
  const toFramePolicy = (origin: string): string => {
    const sources = { ...securityOptions.sources, 'frame-ancestors': [origin] };
    const headers = createSecurityHeaders({ ...securityOptions, sources });
    return `${headers['content-security-policy']}; sandbox allow-same-origin`;
  };

  return async (c) => {
    if (content === undefined || content.secret === null) return toJsonError(404);
    if (c.req.method !== 'POST') return toJsonError(405, undefined, { allow: 'POST' });
    const bytes = await readBody(c.req.raw);
    if (bytes === null) return toJsonError(413);
    const form = await readForm(bytes, c.req.header('content-type') ?? '');
    if (form === null) return toJsonError(400, 'The body must be a form (multipart/form-data).');

    const body = textOf(form, 'payload');
    const message = { timestamp: textOf(form, 'timestamp'), body, signature: textOf(form, 'signature') };
    const rejection = await verify(message, content.secret, 'unsaved.');
    if (rejection) return rejection;
    const payload = parseJson(body);
    const { data: sender } = Origin.safeParse(payload);
    const page = content.read(payload);
    if (sender === undefined || page === null)
      return toJsonError(400, 'The payload does not have the expected fields.');
    // The CMS waits for this response, so the check must not render the page, which could read from the CMS.
    if (form.has('check')) return toEmpty(204);
    c.set('isPreview', true);
    page.show();
    const response = await renderDocument(c, page.path);
    response.headers.set('content-security-policy', toFramePolicy(sender.origin));
    response.headers.delete('etag');
    return response;
  };
};
