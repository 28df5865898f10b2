import 'server-only';
import { currentClient, seeOther } from '../framework/index.ts';
import { currentContext } from '../framework/shared.ts';
import type { Acceptance, Client } from '../mail/accept.ts';
import { toSitePath } from '../site/urls.ts';
import { LIST_LIMITS } from './decode-list-file.ts';
import { type FormState, type FormValues, NOT_SENT, shortenLines, toConfirmationUrl, toValues } from './form-state.ts';
import type { FormMessage, MailPayload } from './message.ts';

type Accept = (payload: unknown, client: Client) => Promise<Acceptance>;

/**
 * The values of text fields, including the text of uploaded files, because browsers do not restore the choice of a file. A text over the
 * limit is left out, because it could not be sent again.
 */
const toTexts = (names: readonly string[], payload: MailPayload): FormValues =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = payload[name];
      return typeof value === 'string' && value !== '' && value.length <= LIST_LIMITS.bytes ? [[name, value]] : [];
    }),
  );

/**
 * Runs the server action of a form. An accepted message ends in a 303 to the form's page with the reference; otherwise the page
 * shows the form again with the submitted values.
 */
export const acceptForm = async (
  message: Pick<FormMessage<unknown>, 'path' | 'query' | 'fieldNames' | 'toPayload'>,
  form: unknown,
  accept: Accept,
): Promise<FormState> => {
  if (!(form instanceof FormData)) return NOT_SENT;
  const payload = await message.toPayload(form);
  const acceptance = await accept(payload, currentClient()).catch(() => NOT_SENT);
  if (acceptance.status === 'accepted') {
    const page = toSitePath(message.path).slice(1);
    return seeOther(`/${toConfirmationUrl(page, message.query, acceptance.reference)}`);
  }
  // The form token stays the same, so that a corrected form does not count as filled in too fast.
  currentContext()?.set('submittedValues', {
    ...toValues([...message.fieldNames, 'formToken'], form),
    ...toTexts(message.fieldNames, payload),
  });
  if (acceptance.status === 'rejected') return { status: 'rejected', statusMessage: acceptance.statusMessage };
  const { fields, rejectedLines = [] } = acceptance;
  // The state is part of the page, so it must not contain thousands of lines.
  return { status: 'invalid', fields, rejectedLines: shortenLines(rejectedLines) };
};
