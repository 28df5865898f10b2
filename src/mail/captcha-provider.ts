import 'server-only';

/** `unavailable`: the solution could not be verified, through no fault of the visitor. */
export type CaptchaResult = 'verified' | 'invalid' | 'unavailable';

/** Verifies solutions, without knowing which messages they come with. */
export type CaptchaProvider = {
  readonly verify: (token: string) => Promise<CaptchaResult>;
  /** Identifies the solution in a token, however the token is encoded; null when the token contains none. */
  readonly solutionOf: (token: string) => string | null;
  /** A challenge for the browser to solve; null: the provider's widget fetches its own. */
  readonly challenge: () => Promise<object | null>;
};

export type ExternalCaptchaSettings = {
  readonly provider: 'turnstile' | 'hcaptcha' | 'friendlycaptcha';
  readonly siteKey: string;
  readonly secret: string;
  /** Null: the URL in the provider's documentation. */
  readonly verifyUrl: string | null;
};
