import { decodeListFile, LIST_LIMITS } from '../features/rsoc-application/decode-list-file.ts';

const LISTS = new Set(['subjects', 'languages', 'trafficKinds']);

/** The names under which the widgets of the providers put their token into a form. */
const TOKENS = new Set(['captcha', 'altcha', 'cf-turnstile-response', 'h-captcha-response', 'frc-captcha-response']);

/** Friendly Captcha writes its status (`.UNSTARTED`, `.ERROR`) into the field as long as it has no solution. */
const STATUS = /^\.[A-Z]+$/;

const INTERNAL = /^\$ACTION/;

/**
 * The payload of a form: one text a field, a list for the fields of which several can be ticked, the uploaded domain list
 * below the pasted one. It is as unchecked as the form was.
 */
export const toPayload = async (form: FormData): Promise<Record<string, unknown>> => {
  const payload = new Map<string, unknown>();
  for (const [name, value] of form) {
    if (INTERNAL.test(name) || name === 'domainFile' || typeof value !== 'string') continue;
    const before = payload.get(name);
    if (TOKENS.has(name)) payload.set('captcha', payload.get('captcha') || (STATUS.test(value) ? '' : value));
    else if (Array.isArray(before)) before.push(value);
    else if (before === undefined) payload.set(name, LISTS.has(name) ? [value] : value);
  }
  const file = form.get('domainFile');
  if (file instanceof File && file.size > 0) {
    // A file over the limit is not read: a text that is as long is refused with the same words.
    const text =
      file.size > LIST_LIMITS.bytes
        ? 'x'.repeat(LIST_LIMITS.bytes + 1)
        : decodeListFile(new Uint8Array(await file.arrayBuffer()));
    const pasted = payload.get('domainList');
    payload.set('domainList', typeof pasted === 'string' && pasted.trim() !== '' ? `${pasted}\n${text}` : text);
  }
  return Object.fromEntries(payload);
};
