export type ExternalCaptcha = {
  readonly provider: 'turnstile' | 'hcaptcha' | 'friendlycaptcha';
  /** What the visitor is asked to allow. */
  readonly name: string;
  /** The URL of the provider's script; null where it is part of the site. */
  readonly script: string | null;
  readonly siteKey: string;
};

/** What a form asks of its captcha. Whatever goes wrong in it, the form can be sent. */
export type CaptchaHandle = {
  /** The visitor has begun to fill in. */
  readonly begin: () => void;
  /** The proof to send along; null where there is none, or where the widget puts it into the form itself. */
  readonly token: () => Promise<string | null>;
  /** The server has refused the proof. */
  readonly renew: () => void;
};
