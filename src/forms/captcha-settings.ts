export type ExternalCaptcha = {
  readonly provider: 'turnstile' | 'hcaptcha' | 'friendlycaptcha';
  /** The name of the provider as the visitor knows it. */
  readonly name: string;
  /** The URL of the provider's script; null: the script is part of the site. */
  readonly script: string | null;
  readonly siteKey: string;
};

/** The captcha of a form. A form can be sent without a solution, so nothing here throws. */
export type CaptchaHandle = {
  /** Starts solving in the background. */
  readonly begin: () => void;
  /** The solution to send; null: there is none, or the widget adds it to the form itself. */
  readonly token: () => Promise<string | null>;
  /** Discards a solution that the server rejected and starts on a new one. */
  readonly renew: () => void;
};
