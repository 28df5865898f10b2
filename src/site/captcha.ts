import 'server-only';
import { env } from '../env.ts';

/** A captcha provider and the origins that it needs, from its documentation. The self-hosted captcha needs none. */
type ProviderOrigins = {
  readonly name: string;
  /** The URL of the provider's script; null if it is bundled from an npm package. */
  readonly script: string | null;
  /** Origins that the widget requests, for example to load its frames. */
  readonly hosts: readonly string[];
  /** Content security policy directives that must allow these origins. */
  readonly directives: readonly string[];
};

const PROVIDERS = {
  turnstile: {
    name: 'Cloudflare Turnstile',
    script: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
    hosts: ['https://challenges.cloudflare.com'],
    directives: ['script-src', 'frame-src', 'connect-src'],
  },
  hcaptcha: {
    name: 'hCaptcha',
    script: 'https://js.hcaptcha.com/1/api.js?render=explicit',
    hosts: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
    directives: ['script-src', 'frame-src', 'connect-src', 'style-src'],
  },
  // Its script is hosted only on a public CDN, and allowing that origin would allow every script on it. So the script is
  // bundled from a package. Only the frames of the widget send requests.
  friendlycaptcha: {
    name: 'Friendly Captcha',
    script: null,
    hosts: ['https://*.frcapi.com'],
    directives: ['frame-src'],
  },
} as const satisfies Readonly<Record<string, ProviderOrigins>>;

const provider = env.CAPTCHA_PROVIDER;
const origins: ProviderOrigins | null = provider === 'altcha' ? null : PROVIDERS[provider];
const script = origins?.script ? (env.CAPTCHA_SCRIPT_URL ?? origins.script) : null;

/** Settings of the third-party captcha widget; null for the self-hosted captcha, which has no widget. */
export const externalCaptcha =
  provider === 'altcha' ? null : { provider, name: PROVIDERS[provider].name, script, siteKey: env.CAPTCHA_SITE_KEY };

export type ExternalCaptcha = NonNullable<typeof externalCaptcha>;

const hosts = [...new Set([...(script === null ? [] : [new URL(script).origin]), ...(origins?.hosts ?? [])])];

/** Sources to add to the content security policy, by directive; empty for the self-hosted captcha. */
export const captchaSources: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  (origins?.directives ?? []).map((directive) => [directive, hosts]),
);
