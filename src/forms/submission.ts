import { createAltcha } from './altcha.ts';
import type { CaptchaHandle } from './captcha-settings.ts';
import { toPayload } from './form-payload.ts';
import { type FormState, type MessageKind, NEW_FORM, NOT_SENT } from './form-state.ts';
import { readMessage } from './message.ts';
import { MailError, sendMail } from './send-mail.ts';

type Options = {
  readonly kind: MessageKind;
  readonly form: HTMLFormElement;
  /** Asks the widget of another provider for a new check; `null`: the captcha is our own. */
  readonly renewCaptcha: (() => void) | null;
};

type Outcome = { readonly status: 'sent'; readonly reference: string } | Exclude<FormState, { status: 'new' }>;

const payloadOf = async (kind: MessageKind, form: HTMLFormElement) => ({
  ...(await toPayload(new FormData(form))),
  kind,
});

/** What the server would say about the fields, without asking it; about some of them, where a part of the form is looked at. */
const checkForm = async ({ kind, form }: Options, names: readonly string[] | null): Promise<FormState> => {
  const verdict = await readMessage(await payloadOf(kind, form));
  if (verdict.status === 'valid') return NEW_FORM;
  const found = Object.entries(verdict.fields).filter(([name]) => names?.includes(name) ?? true);
  if (found.length === 0) return NEW_FORM;
  return { status: 'invalid', fields: Object.fromEntries(found), rejectedLines: verdict.rejectedLines ?? [] };
};

const isOnlyCaptcha = (error: unknown): boolean =>
  error instanceof MailError && Object.keys(error.fields).join() === 'captcha';

const toOutcome = (error: unknown): Outcome => {
  if (!(error instanceof MailError)) return { status: 'refused', statusMessage: NOT_SENT };
  const { fields, rejectedLines, statusMessage } = error;
  if (Object.keys(fields).length > 0) return { status: 'invalid', fields, rejectedLines };
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
const sendForm = async ({ kind, form }: Options, captcha: CaptchaHandle): Promise<Outcome> => {
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

/** What the widget of a provider has to do with the sending: it puts its proof into the form itself. */
const widgetHandle = (renew: () => void): CaptchaHandle => ({ begin: () => undefined, token: async () => null, renew });

/** What happens to a form from the first entry to the answer. It is loaded when a visitor begins to fill in. */
export const openSubmission = (options: Options) => {
  const captcha = options.renewCaptcha ? widgetHandle(options.renewCaptcha) : createAltcha();
  return {
    /** The visitor is at it: our own captcha works meanwhile. */
    begin: () => captcha.begin(),
    check: (names: readonly string[] | null) => checkForm(options, names),
    send: () => sendForm(options, captcha),
  };
};

export type Submission = ReturnType<typeof openSubmission>;
