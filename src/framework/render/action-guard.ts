import 'server-only';
import { z } from 'zod';
import type { RouteFailure } from '../context.ts';
import { log } from '../log.ts';
import { parseJson, readForm } from '../request-body.ts';

/**
 * Arguments that are longer, have more values or are nested deeper are rejected before React decodes them. A call of a form
 * has about 20 characters beside the form; a form that is shown again has its errors.
 */
const MAX_LENGTH = 16_384;
const MAX_VALUES = 1_000;
const MAX_DEPTH = 12;

const UNKNOWN_ACTION: RouteFailure = { statusCode: 404, message: 'Not Found' };

const BoundAction = z.strictObject({ id: z.string().max(300), bound: z.union([z.literal('$@1'), z.null()]) });

/**
 * Whether React decodes a string as plain text, or as one of the two references that the arguments of an action need: a
 * form (`$K1`) and `undefined`. React decodes other strings that begin with `$` as references to fields of the request,
 * to code, or to chunks that are still to come.
 */
const isPlainString = (text: string): boolean =>
  !text.startsWith('$') || text.startsWith('$$') || text === '$undefined' || /^\$K[\da-f]{1,2}$/.test(text);

const parseField = (field: FormDataEntryValue | null): unknown =>
  typeof field === 'string' && field.length <= MAX_LENGTH ? parseJson(field) : undefined;

const isPlainList = (field: FormDataEntryValue | null): boolean => {
  let values = 0;
  const isPlain = (value: unknown, depth: number): boolean => {
    values += 1;
    if (values > MAX_VALUES) return false;
    if (typeof value === 'string') return isPlainString(value);
    if (typeof value !== 'object' || value === null) return true;
    if (depth === MAX_DEPTH || Object.hasOwn(value, '__proto__')) return false;
    return Object.values(value).every((part) => isPlain(part, depth + 1));
  };
  const list = parseField(field);
  return Array.isArray(list) && isPlain(list, 0);
};

/**
 * The id of the action in a form that was sent without JavaScript. React writes it into the name of a field or, for an
 * action with bound arguments, into a field with JSON. Null if there is no id, or if React would not write these
 * fields.
 */
const readActionId = (form: FormData): string | null => {
  const names = [...form.keys()].filter((name) => name.startsWith('$ACTION_'));
  const [idField, ...otherIdFields] = names.filter((name) => /^\$ACTION_(?:REF|ID)_/.test(name));
  if (!idField || otherIdFields.length > 0) return null;
  if (idField.startsWith('$ACTION_ID_')) return names.length === 1 ? idField.slice('$ACTION_ID_'.length) : null;

  const prefix = `$ACTION_${idField.slice('$ACTION_REF_'.length)}`;
  const expected = new Set([idField, `${prefix}:0`, `${prefix}:1`, '$ACTION_KEY']);
  if (new Set(names).size !== names.length || !names.every((name) => expected.has(name))) return null;
  const action = BoundAction.safeParse(parseField(form.get(`${prefix}:0`)));
  if (!action.success) return null;
  const isBound = action.data.bound !== null;
  return !isBound || isPlainList(form.get(`${prefix}:1`)) ? action.data.id : null;
};

/**
 * Whether the body of a call contains plain arguments: a JSON list, with the fields of a form beside it if an argument
 * is a form.
 */
const hasPlainArguments = async (bytes: Buffer<ArrayBuffer>, contentType: string): Promise<boolean> => {
  if (!contentType.startsWith('multipart/form-data')) return isPlainList(bytes.toString());
  const form = await readForm(bytes, contentType);
  if (form?.getAll('0').length !== 1 || !isPlainList(form.get('0'))) return false;
  return [...form.keys()].every((name) => name === '0' || /^_[\da-f]{1,2}_/.test(name));
};

type ActionRequest = {
  /** The id in the URL of a call; null for a form that was sent without JavaScript, which contains the id. */
  readonly action: string | null;
  readonly bytes: Buffer<ArrayBuffer>;
  readonly contentType: string;
};

type ActionGuardOptions = {
  /** Whether a server action with this id (`file#name`) is part of the build. */
  readonly hasAction: (id: string) => Promise<boolean>;
  /** The message for a visitor whose form is rejected. */
  readonly unreadable: string;
};

/**
 * Validates requests before Waku and React decode them. React's decoders trust their input: they follow references,
 * load code by name and remember every name. So only calls of this build's actions with plain arguments reach them
 * (docs/decisions/0015).
 *
 * @returns why a request is rejected; null if React may decode it.
 */
export const createActionGuard = ({ hasAction, unreadable }: ActionGuardOptions) => {
  const reject = (reason: string): RouteFailure => {
    log.info({ reason }, 'a call of an action was rejected');
    return { statusCode: 400, message: unreadable };
  };

  return async ({ action, bytes, contentType }: ActionRequest): Promise<RouteFailure | null> => {
    if (action !== null) {
      if (!(await hasAction(action))) return UNKNOWN_ACTION;
      return (await hasPlainArguments(bytes, contentType)) ? null : reject('not plain, too long or too many arguments');
    }
    const form = await readForm(bytes, contentType);
    const named = form && readActionId(form);
    return named && (await hasAction(named)) ? null : reject('not a form of this build');
  };
};
