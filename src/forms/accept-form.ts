import 'server-only';
import { currentClient, seeOther, setSubmittedValues } from '../framework/index.ts';
import type { Acceptance, Client } from '../mail/accept.ts';
import { toSitePath } from '../site/urls.ts';
import { type FormState, NOT_SENT, shortenLines, toConfirmationUrl, toValues } from './form-state.ts';
import type { FormMessage } from './message.ts';

type Accept = (payload: unknown, client: Client) => Promise<Acceptance>;

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
  const acceptance = await accept(await message.toPayload(form), currentClient()).catch(() => NOT_SENT);
  if (acceptance.status === 'accepted') {
    const page = toSitePath(message.path).slice(1);
    return seeOther(`/${toConfirmationUrl(page, message.query, acceptance.reference)}`);
  }
  // The form token stays the same, so that a corrected form does not count as filled in too fast.
  setSubmittedValues(toValues([...message.fieldNames, 'formToken'], form));
  if (acceptance.status === 'rejected') return { status: 'rejected', statusMessage: acceptance.statusMessage };
  const { fields, rejectedLines = [] } = acceptance;
  // The state is part of the page, so it must not contain thousands of lines.
  return { status: 'invalid', fields, rejectedLines: shortenLines(rejectedLines) };
};
