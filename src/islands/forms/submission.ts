import { toPayload } from '../../forms/form-payload.ts';
import { type FormState, type MessageKind, NOT_SENT } from '../../forms/form-state.ts';
import { readMessage } from '../../forms/message.ts';
import { MailError, sendMail } from '../../forms/send-mail.ts';
import type { CaptchaHandle } from './captcha-settings.ts';

/** What happens between the button and the answer. It is loaded when a visitor begins to fill in. */
type Outcome = { readonly status: 'sent'; readonly reference: string } | Exclude<FormState, { status: 'new' }>;

const payloadOf = async (kind: MessageKind, form: HTMLFormElement) => ({
  ...(await toPayload(new FormData(form))),
  kind,
});

/** What the server would say about the fields, without asking it. */
export const checkForm = async (kind: MessageKind, form: HTMLFormElement): Promise<FormState> => {
  const verdict = await readMessage(await payloadOf(kind, form));
  if (verdict.status === 'valid') return { status: 'new' };
  return { status: 'invalid', fields: verdict.fields, refusedLines: verdict.refusedLines ?? [] };
};

const isOnlyCaptcha = (error: unknown): boolean =>
  error instanceof MailError && Object.keys(error.fields).join() === 'captcha';

const toOutcome = (error: unknown): Outcome => {
  if (!(error instanceof MailError)) return { status: 'refused', statusMessage: NOT_SENT };
  const { fields, refusedLines, statusMessage } = error;
  if (Object.keys(fields).length > 0) return { status: 'invalid', fields, refusedLines };
  return { status: 'refused', statusMessage };
};

/** Who fills in faster than anybody types, as browsers do by themselves, has to wait for a moment: the form does it. */
const SHORT_WAIT_S = 5;

const shortWaitOf = (error: unknown): number | null =>
  error instanceof MailError && error.retryAfterS !== null && error.retryAfterS <= SHORT_WAIT_S
    ? error.retryAfterS
    : null;

const waitFor = (seconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, seconds * 1_000));

/**
 * Sends a form that was checked, with the proof of its captcha. A proof that has expired is renewed once, and a moment that
 * the server asks for is waited for once. It never throws.
 */
export const sendForm = async (kind: MessageKind, form: HTMLFormElement, captcha: CaptchaHandle): Promise<Outcome> => {
  const attempt = async (): Promise<Outcome> => {
    const token = await captcha.token();
    const payload = await payloadOf(kind, form);
    const { reference } = await sendMail(token === null ? payload : { ...payload, captcha: token });
    return { status: 'sent', reference };
  };
  try {
    return await attempt();
  } catch (error) {
    const wait = shortWaitOf(error);
    if (wait === null && !isOnlyCaptcha(error)) return toOutcome(error);
    if (wait === null) captcha.renew();
    else await waitFor(wait);
    return attempt().catch(toOutcome);
  }
};
