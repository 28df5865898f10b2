import type { ExternalCaptcha } from '../site/captcha.ts';

type RenderedApi = {
  readonly render: (container: HTMLElement, options: { sitekey: string }) => string;
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

/** Cookies that the providers set for this site. Those for their own hosts cannot be removed from here. */
const COOKIES = /^(?:cf_|__cf|_cf|hc_|hmt_|frc)/;

const render = (api: RenderedApi, container: HTMLElement, sitekey: string): Widget => {
  const id = api.render(container, { sitekey });
  return { reset: () => api.reset(id), remove: () => api.remove(id) };
};

const FRIENDLY_HOST = 'frcapi.com';

/** Friendly Captcha's SDK is bundled from npm, so that the page loads only an iframe from the provider, and no script. */
const renderFriendly = async (siteKey: string, container: HTMLElement, signal: AbortSignal): Promise<Widget> => {
  const { FriendlyCaptchaSDK } = await import('@friendlycaptcha/sdk');
  signal.throwIfAborted();
  // The SDK would patch `eval` to detect its use, but the content security policy forbids `eval` anyway.
  const sdk = new FriendlyCaptchaSDK({ disableEvalPatching: true });
  const widget = sdk.createWidget({ element: container, sitekey: siteKey });
  return { reset: () => widget.reset(), remove: () => sdk.clear() };
};

const loadScript = (url: string, signal: AbortSignal): Promise<HTMLScriptElement> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = url;
    script.async = true;
    script.addEventListener('load', () => resolve(script));
    script.addEventListener('error', () => reject(new Error('The captcha could not be loaded.')));
    signal.addEventListener('abort', () => script.remove());
    document.head.append(script);
  });

const renderWidget = async (
  { provider, script, siteKey }: ExternalCaptcha,
  container: HTMLElement,
  signal: AbortSignal,
): Promise<Widget> => {
  if (provider === 'friendlycaptcha' || script === null) return renderFriendly(siteKey, container, signal);
  await loadScript(script, signal);
  signal.throwIfAborted();
  const api = window[provider];
  if (!api) throw new Error('The captcha script did not define its API.');
  return render(api, container, siteKey);
};

const removeCookies = (): void => {
  for (const cookie of document.cookie.split(/;\s*/)) {
    const name = cookie.split('=')[0] ?? '';
    if (!COOKIES.test(name)) continue;
    for (const domain of ['', `; Domain=${location.hostname}`]) {
      // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API.
      document.cookie = `${name}=; Path=/; Max-Age=0${domain}`;
    }
  }
};

/** Removes what a provider added outside of the container: iframes of its hosts and `body > div` elements around them. */
const removeFrames = (host: string): void => {
  for (const frame of document.querySelectorAll('iframe')) {
    if (!URL.canParse(frame.src) || !new URL(frame.src).host.endsWith(host)) continue;
    const box = [...document.body.children].find((child) => child.localName === 'div' && child.contains(frame));
    (box ?? frame).remove();
  }
};

const siteOf = (url: string): string => new URL(url).host.split('.').slice(-2).join('.');

/**
 * Loads the provider's script and renders its widget, which adds its token to the form. Aborting the signal removes the widget,
 * the script, its iframes and its cookies.
 *
 * @throws {Error} when the script cannot be loaded or does not define its API; the signal's reason when it is aborted.
 */
export const showWidget = async (
  captcha: ExternalCaptcha,
  container: HTMLElement,
  signal: AbortSignal,
): Promise<Widget> => {
  // The visitor may have withdrawn consent while this module was loading.
  signal.throwIfAborted();
  let widget: Widget | null = null;
  signal.addEventListener('abort', () => {
    try {
      widget?.remove();
    } catch {
      // The elements it added are removed below.
    }
    container.replaceChildren();
    removeFrames(captcha.script === null ? FRIENDLY_HOST : siteOf(captcha.script));
    if (captcha.provider !== 'friendlycaptcha') delete window[captcha.provider];
    removeCookies();
  });
  widget = await renderWidget(captcha, container, signal);
  return widget;
};
