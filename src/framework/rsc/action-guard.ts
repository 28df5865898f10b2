import 'server-only';
import { z } from 'zod';
import { readForm } from '../http/request-body.ts';
import type { RouteFailure } from './route-validation.ts';
import { isActionUrl, isRscUrl, parseActionUrl, parsePayloadUrl } from './waku-urls.ts';

/** Whether a server action of this id (`file#name`, as the build wrote it) exists. */
export type ActionLookup = (id: string) => Promise<boolean>;

/** The arguments of an action nest less. */
const DEEPEST = 12;

const UNREADABLE: RouteFailure = {
  statusCode: 400,
  message: 'This form could not be read. Please go back, load the page again and send it once more.',
};
const UNKNOWN_PAYLOAD: RouteFailure = { statusCode: 404, message: 'Not Found' };

const BoundAction = z.strictObject({ id: z.string().max(300), bound: z.union([z.literal('$@1'), z.null()]) });

/**
 * Whether a text stands for itself. React reads others as references: to parts of the request, to code, to what is
 * still to come. The arguments of an action that a page of ours sends need none but a form and what is missing.
 */
const isPlainText = (text: string): boolean =>
  !text.startsWith('$') || text.startsWith('$$') || text === '$undefined' || /^\$K[\da-f]{1,2}$/.test(text);

const isPlain = (value: unknown, depth = 0): boolean => {
  if (typeof value === 'string') return isPlainText(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth === DEEPEST || Object.hasOwn(value, '__proto__')) return false;
  return Object.values(value).every((part) => isPlain(part, depth + 1));
};

const parse = (text: FormDataEntryValue | null): unknown => {
  try {
    return typeof text === 'string' ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
};

const isPlainList = (text: FormDataEntryValue | null): boolean => {
  const list = parse(text);
  return Array.isArray(list) && isPlain(list);
};

/** The action that a form of a page names, in one of the two ways in which React writes it; null when it names none. */
const actionOf = (form: FormData): string | null => {
  const names = [...form.keys()].filter((name) => name.startsWith('$ACTION_'));
  const [target, ...others] = names.filter((name) => /^\$ACTION_(?:REF|ID)_/.test(name));
  if (!target || others.length > 0) return null;
  if (target.startsWith('$ACTION_ID_')) return names.length === 1 ? target.slice('$ACTION_ID_'.length) : null;

  const prefix = `$ACTION_${target.slice('$ACTION_REF_'.length)}`;
  const expected = new Set([target, `${prefix}:0`, `${prefix}:1`, '$ACTION_KEY']);
  if (new Set(names).size !== names.length || !names.every((name) => expected.has(name))) return null;
  const action = BoundAction.safeParse(parse(form.get(`${prefix}:0`)));
  if (!action.success) return null;
  const isBound = action.data.bound !== null;
  return !isBound || isPlainList(form.get(`${prefix}:1`)) ? action.data.id : null;
};

/** The arguments of a call: a list, with the fields of a form beside it where one of them is a form. */
const areArguments = async (bytes: Buffer<ArrayBuffer>, contentType: string): Promise<boolean> => {
  if (!contentType.startsWith('multipart/form-data')) return isPlainList(bytes.toString());
  const form = await readForm(bytes, contentType);
  if (form?.getAll('0').length !== 1 || !isPlainList(form.get('0'))) return false;
  return [...form.keys()].every((name) => name === '0' || /^_[\da-f]{1,2}_/.test(name));
};

/**
 * Judges what is about to be decoded as a payload's address or as a server action. React's decoders are made for what React
 * sends: they follow references, load code by name and remember every name. So nothing reaches them but a payload's
 * address and the actions of this build with plain arguments.
 *
 * @returns why a request is refused; null for one that may pass, whatever else it is.
 */
export const createActionGuard =
  (knows: ActionLookup) =>
  async (request: Request): Promise<RouteFailure | null> => {
    const { pathname, search } = new URL(request.url);
    const isCall = isActionUrl(pathname);
    if (isRscUrl(pathname) && !isCall) return parsePayloadUrl(pathname, search) ? null : UNKNOWN_PAYLOAD;
    if (request.method !== 'POST') return null;

    const contentType = request.headers.get('content-type') ?? '';
    const bytes = Buffer.from(await request.clone().arrayBuffer());
    if (isCall) {
      const action = parseActionUrl(pathname);
      if (action === null || !(await knows(action))) return UNKNOWN_PAYLOAD;
      return (await areArguments(bytes, contentType)) ? null : UNREADABLE;
    }
    const form = await readForm(bytes, contentType);
    const action = form && actionOf(form);
    return action && (await knows(action)) ? null : UNREADABLE;
  };
