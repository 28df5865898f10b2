import 'server-only';
import { env } from '../env.ts';

/** The hosts of the captcha providers, from their documentation. Our own captcha needs none. */
type Addresses = {
  readonly name: string;
  /** The provider's script; null where it is part of the site, from a package. */
  readonly script: string | null;
  /** From where the widget loads its frames, and what it talks to. */
  readonly hosts: readonly string[];
  /** The directives for which the policy allows the hosts. */
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
  // Its script is published on a public CDN only, which would allow every script of that CDN: it is a package here, and
  // all its requests come from its frames.
  friendlycaptcha: {
    name: 'Friendly Captcha',
    script: null,
    hosts: ['https://*.frcapi.com'],
    directives: ['frame-src'],
  },
} as const satisfies Readonly<Record<string, Addresses>>;

const provider = env.CAPTCHA_PROVIDER;
const addresses: Addresses | null = provider === 'altcha' ? null : PROVIDERS[provider];
const script = addresses?.script ? (env.CAPTCHA_SCRIPT_URL ?? addresses.script) : null;

/** What the widget of another provider needs to know; `null`: the captcha is our own, which shows nothing. */
export const externalCaptcha =
  provider === 'altcha' ? null : { provider, name: PROVIDERS[provider].name, script, siteKey: env.CAPTCHA_SITE_KEY };

const toSources = ({ hosts, directives }: Addresses): Readonly<Record<string, readonly string[]>> => {
  const all = [...new Set([...(script === null ? [] : [new URL(script).origin]), ...hosts])];
  return Object.fromEntries(directives.map((directive) => [directive, all]));
};

/** The sources that the captcha adds to the content security policy, by directive; none for our own. */
export const captchaSources: Readonly<Record<string, readonly string[]>> = addresses ? toSources(addresses) : {};
