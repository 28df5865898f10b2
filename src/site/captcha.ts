import 'server-only';
import { env } from '../env.ts';

/** The addresses of the captcha providers, from their documentation. Our own captcha needs none. */
type Addresses = {
  readonly name: string;
  readonly script: string;
  /** From where the widget loads its parts, and whom it talks to. */
  readonly hosts: readonly string[];
  /** Whether its styles come from there too. */
  readonly hasStyles?: boolean;
};

const PROVIDERS = {
  turnstile: {
    name: 'Cloudflare Turnstile',
    script: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
    hosts: ['https://challenges.cloudflare.com'],
  },
  hcaptcha: {
    name: 'hCaptcha',
    script: 'https://js.hcaptcha.com/1/api.js?render=explicit',
    hosts: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
    hasStyles: true,
  },
  friendlycaptcha: {
    name: 'Friendly Captcha',
    script: 'https://cdn.jsdelivr.net/npm/@friendlycaptcha/sdk@0.1.26/site.min.js',
    hosts: ['https://*.frcapi.com'],
  },
} as const satisfies Readonly<Record<string, Addresses>>;

const provider = env.CAPTCHA_PROVIDER;
const addresses: Addresses | null = provider === 'altcha' ? null : PROVIDERS[provider];
const script = env.CAPTCHA_SCRIPT_URL ?? addresses?.script ?? null;

/** What the widget of another provider needs to know; `null`: the captcha is our own, which shows nothing. */
export const externalCaptcha =
  provider === 'altcha' || script === null
    ? null
    : { provider, name: PROVIDERS[provider].name, script, siteKey: env.CAPTCHA_SITE_KEY };

const toSources = ({ hosts, hasStyles }: Addresses, own: string): Readonly<Record<string, readonly string[]>> => {
  const all = [...new Set([own, ...hosts])];
  return { 'script-src': all, 'frame-src': all, 'connect-src': all, ...(hasStyles && { 'style-src': all }) };
};

/** The sources that the captcha adds to the content security policy, by directive; none for our own. */
export const captchaSources: Readonly<Record<string, readonly string[]>> =
  addresses && script ? toSources(addresses, new URL(script).origin) : {};
