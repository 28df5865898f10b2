import type { ExternalCaptcha } from './captcha-settings.ts';

type RenderedApi = {
  readonly render: (place: HTMLElement, options: { sitekey: string }) => string;
  readonly reset: (id: string) => void;
  readonly remove: (id: string) => void;
};

declare global {
  interface Window {
    turnstile?: RenderedApi;
    hcaptcha?: RenderedApi;
  }
}

export type Widget = { readonly reset: () => void; readonly remove: () => void };

/** What the providers may leave on this site; what they keep under their own names is out of reach. */
const COOKIES = /^(?:cf_|__cf|_cf|hc_|hmt_|frc)/;

const render = (api: RenderedApi, place: HTMLElement, sitekey: string): Widget => {
  const id = api.render(place, { sitekey });
  return { reset: () => api.reset(id), remove: () => api.remove(id) };
};

const FRIENDLY_HOST = 'frcapi.com';

/** Friendly Captcha's script is a package: no script of another host runs in the page, only its frame comes from there. */
const drawFriendly = async (siteKey: string, place: HTMLElement, signal: AbortSignal): Promise<Widget> => {
  const { FriendlyCaptchaSDK } = await import('@friendlycaptcha/sdk');
  signal.throwIfAborted();
  // It patches `eval` to see whether others use it; the policy of this site allows nobody to.
  const sdk = new FriendlyCaptchaSDK({ disableEvalPatching: true });
  const widget = sdk.createWidget({ element: place, sitekey: siteKey });
  return { reset: () => widget.reset(), remove: () => sdk.clear() };
};

const load = (address: string, signal: AbortSignal): Promise<HTMLScriptElement> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.async = true;
    script.addEventListener('load', () => resolve(script));
    script.addEventListener('error', () => reject(new Error('The captcha could not be loaded.')));
    signal.addEventListener('abort', () => script.remove());
    document.head.append(script);
  });

const draw = async (
  { provider, script, siteKey }: ExternalCaptcha,
  place: HTMLElement,
  signal: AbortSignal,
): Promise<Widget> => {
  if (provider === 'friendlycaptcha' || script === null) return drawFriendly(siteKey, place, signal);
  await load(script, signal);
  signal.throwIfAborted();
  const api = window[provider];
  if (!api) throw new Error('The captcha is not there.');
  return render(api, place, siteKey);
};

const forgetCookies = (): void => {
  for (const cookie of document.cookie.split(/;\s*/)) {
    const name = cookie.split('=')[0] ?? '';
    if (!COOKIES.test(name)) continue;
    for (const domain of ['', `; Domain=${location.hostname}`]) {
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not there in every browser.
      document.cookie = `${name}=; Path=/; Max-Age=0${domain}`;
    }
  }
};

/** Removes what a provider has put outside its place: frames of its hosts, and boxes that hold one. */
const removeFrames = (host: string): void => {
  for (const frame of document.querySelectorAll('iframe')) {
    if (!URL.canParse(frame.src) || !new URL(frame.src).host.endsWith(host)) continue;
    const box = [...document.body.children].find((child) => child.localName === 'div' && child.contains(frame));
    (box ?? frame).remove();
  }
};

const siteOf = (address: string): string => new URL(address).host.split('.').slice(-2).join('.');

/**
 * Loads the provider's script and draws its widget, which puts its token into the form around it. Once aborted, nothing
 * of it is left: widget, script, frames, cookies.
 *
 * @throws {Error} when the script cannot be loaded, or is not what it should be; the signal's reason once it is aborted.
 */
export const showWidget = async (
  captcha: ExternalCaptcha,
  place: HTMLElement,
  signal: AbortSignal,
): Promise<Widget> => {
  // The visitor may have withdrawn consent while this module was on its way.
  signal.throwIfAborted();
  let widget: Widget | null = null;
  signal.addEventListener('abort', () => {
    try {
      widget?.remove();
    } catch {
      // Its own way to leave has failed; what it drew is removed below.
    }
    place.replaceChildren();
    removeFrames(captcha.script === null ? FRIENDLY_HOST : siteOf(captcha.script));
    if (captcha.provider !== 'friendlycaptcha') delete window[captcha.provider];
    forgetCookies();
  });
  widget = await draw(captcha, place, signal);
  return widget;
};
