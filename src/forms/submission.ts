import { type CaptchaHandle, createAltchaHandle } from './altcha.ts';
import { type FormState, NEW_FORM, NOT_SENT } from './form-state.ts';
import type { FormMessage } from './message.ts';
import { type SendResult, sendMail } from './send-mail.ts';

type Options = {
  readonly message: FormMessage<unknown>;
  readonly readForm: () => FormData;
  /** Resets the widget of a captcha provider; null: the form uses the self-hosted captcha. */
  readonly resetCaptcha: (() => void) | null;
};

type Outcome = { readonly status: 'sent'; readonly reference: string } | Exclude<FormState, { status: 'new' }>;

/** Validates the form as the server would. Returns the errors of the fields with these names; null: of all fields. */
const checkForm = async ({ message, readForm }: Options, names: readonly string[] | null): Promise<FormState> => {
  const result = await message.validate(readForm());
  if (result.status === 'valid') return NEW_FORM;
  const errors = Object.entries(result.fields).filter(([name]) => names?.includes(name) ?? true);
  if (errors.length === 0) return NEW_FORM;
  return { status: 'invalid', fields: Object.fromEntries(errors), rejectedLines: result.rejectedLines ?? [] };
};

const toOutcome = (result: SendResult): Outcome => {
  if (result.status === 'sent') return result;
  const { fields, rejectedLines, statusMessage } = result;
  if (Object.keys(fields).length > 0) return { status: 'invalid', fields, rejectedLines };
  return { status: 'rejected', statusMessage };
};

/** The longest `Retry-After` after which the form is sent again automatically. The server sends a short one if autofill was too fast. */
const MAX_AUTOMATIC_WAIT_S = 5;

const waitFor = (seconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, seconds * 1_000));

/**
 * Prepares a second attempt: waits for a short `Retry-After`, or renews the captcha if nothing else was rejected. Resolves with whether
 * the form can be sent again.
 */
const recover = async (result: SendResult, captcha: CaptchaHandle): Promise<boolean> => {
  if (result.status === 'sent') return false;
  const { fields, retryAfterS } = result;
  if (retryAfterS !== null && retryAfterS <= MAX_AUTOMATIC_WAIT_S) {
    await waitFor(retryAfterS);
    return true;
  }
  const isOnlyCaptcha = Object.keys(fields).join() === 'captcha';
  if (isOnlyCaptcha) captcha.renew();
  return isOnlyCaptcha;
};

/**
 * Sends a validated form with its captcha solution. It retries once: with a new solution when only the captcha was rejected, or
 * after a short `Retry-After`. It never throws.
 */
const sendForm = async ({ message, readForm }: Options, captcha: CaptchaHandle): Promise<Outcome> => {
  const attempt = async (): Promise<SendResult> => {
    const token = await captcha.token();
    const payload = await message.toPayload(readForm());
    return sendMail(token === null ? payload : { ...payload, captcha: token });
  };
  try {
    const result = await attempt();
    return toOutcome((await recover(result, captcha)) ? await attempt() : result);
  } catch {
    return NOT_SENT;
  }
};

/** The widget of a provider adds its solution to the form itself. */
const widgetHandle = (renew: () => void): CaptchaHandle => ({ begin: () => undefined, token: async () => null, renew });

/** Validates and sends one form. Loaded when the visitor first focuses the form. */
export const openSubmission = (options: Options) => {
  const captcha = options.resetCaptcha ? widgetHandle(options.resetCaptcha) : createAltchaHandle();
  return {
    begin: () => captcha.begin(),
    check: (names: readonly string[] | null) => checkForm(options, names),
    send: () => sendForm(options, captcha),
  };
};

export type Submission = ReturnType<typeof openSubmission>;
