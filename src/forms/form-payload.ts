/** The field names under which the captcha widgets write their token into a form. */
const CAPTCHA_FIELDS = new Set([
  'captcha',
  'altcha',
  'cf-turnstile-response',
  'h-captcha-response',
  'frc-captcha-response',
]);

/** Friendly Captcha writes its status (`.UNSTARTED`, `.ERROR`) into the field until there is a solution. */
const WIDGET_STATUS = /^\.[A-Z]+$/;

/**
 * The named text fields of a form, not yet validated. A field in `listFields` becomes a list, of any other field the first value
 * counts. The first token of a captcha widget becomes `captcha`.
 */
export const toPayload = (
  form: FormData,
  names: readonly string[],
  listFields: readonly string[],
): Record<string, unknown> => {
  const payload = new Map<string, unknown>();
  for (const [name, value] of form) {
    if (typeof value !== 'string') continue;
    const previous = payload.get(name);
    if (CAPTCHA_FIELDS.has(name))
      payload.set('captcha', payload.get('captcha') || (WIDGET_STATUS.test(value) ? '' : value));
    else if (Array.isArray(previous)) previous.push(value);
    else if (previous === undefined && names.includes(name))
      payload.set(name, listFields.includes(name) ? [value] : value);
  }
  return Object.fromEntries(payload);
};
