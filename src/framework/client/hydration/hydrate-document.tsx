import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { unstable_defaultRootOptions as defaultRootOptions } from 'waku/client';
import { Router } from 'waku/router/client';
import { listControls, readFields } from '../page-state.ts';
import { reportFailure } from '../report-failure.ts';
import { restoreFields } from '../restore-fields.ts';
import { watchDeployments } from './deployments.ts';
import { readPayload } from './payload.ts';

/**
 * Moves the style sheets of parts that arrived late to the head, where React expects them. Each is removed from its
 * place only when the one in the head is loaded, so that the page is never without its styles.
 */
const moveStyleSheets = (): Promise<unknown> =>
  Promise.all(
    [...document.body.querySelectorAll('link[data-precedence]')].map(async (link) => {
      const copy = link.cloneNode();
      await new Promise((resolve) => {
        for (const outcome of ['load', 'error']) copy.addEventListener(outcome, resolve);
        document.head.append(copy);
      });
      link.remove();
    }),
  );

/** Adds `URL.canParse`, without which forms cannot be validated, to Chrome before version 120 and Safari before 17. */
const addCanParse = (): void => {
  URL.canParse ??= (url, base) => {
    try {
      return new URL(url, base) !== null;
    } catch {
      return false;
    }
  };
};

/**
 * Keeps what the visitor has typed into textareas. React, when it hydrates a textarea whose text content is its initial
 * text, sets its value to that text, too. So the text content seems to be empty.
 */
const keepTypedTexts = (): void => {
  for (const textarea of document.querySelectorAll('textarea'))
    Object.defineProperty(textarea, 'textContent', { value: '' });
};

/**
 * Returns a function that restores the state of the document if React has rendered it again instead of hydrating it, because a translation
 * in the browser or an extension had changed it. The removed elements still have the state that the visitor has given them.
 */
const keepReplacedState = (): (() => void) => {
  const root = document.documentElement;
  // Such as the chosen theme, and the language of the translation.
  const attributes = [...root.attributes];
  const controls = listControls();
  const focused = controls.findIndex((control) => control.matches(':focus'));
  const details = [...document.querySelectorAll('details')];
  const listButtons = () => [...document.querySelectorAll<HTMLElement>('button, a')];
  const buttons = listButtons();
  // Browsers without popovers reject the selector.
  const popover = CSS.supports('selector(:popover-open)') ? document.querySelector(':popover-open')?.id : undefined;
  return () => {
    for (const { name, value } of attributes) root.setAttribute(name, value);
    restoreFields(readFields(controls));
    for (const [index, shown] of document.querySelectorAll('details').entries())
      shown.open = details[index]?.open ?? shown.open;
    if (popover) document.getElementById(popover)?.togglePopover(true);
    if (document.activeElement === document.body) listControls()[focused]?.focus({ preventScroll: true });
    // The click that `click-replay.ts` holds was on a removed button. It holds this click on the new one instead.
    const pressed = buttons.findIndex((button) => button.matches('[aria-busy=true]'));
    listButtons()[pressed]?.click();
  };
};

/**
 * For the development server: shows an error with its stack in Vite's overlay, and loads the page again after the next
 * edit, because React has removed it.
 */
const showUncaughtError = (error: unknown, hot: NonNullable<ImportMeta['hot']>): void => {
  const ErrorOverlay = customElements.get('vite-error-overlay');
  if (ErrorOverlay) document.body.append(new ErrorOverlay(error));
  for (const edit of ['rsc:update', 'vite:afterUpdate']) hot.on(edit, () => location.reload());
};

/**
 * Hydrates the document. The chunks of its client components must be loaded already.
 *
 * @param payload the response with the RSC payload; null if the document contains it, as in development.
 * @throws {Error} when `readPayload` rejects the payload. The document is then unchanged.
 */
export const hydrateDocument = async (payload: Response | null): Promise<void> => {
  if (payload) {
    const payloadBytes = await readPayload(payload);
    // Where Waku looks for the payload of the first render.
    Object.assign(globalThis, { __WAKU_INITIAL_RSC__: { response: Promise.resolve(new Response(payloadBytes)) } });
  }
  await moveStyleSheets();
  addCanParse();
  keepTypedTexts();
  const { poll } = document.documentElement.dataset;
  if (poll) watchDeployments(import.meta.env.WAKU_BUILD_ID ?? '', Number(poll) * 1_000);
  const restoreReplacedState = keepReplacedState();
  hydrateRoot(
    document,
    <StrictMode>
      <Router />
    </StrictMode>,
    {
      ...defaultRootOptions,
      onRecoverableError: (error) => {
        reportError(error);
        restoreReplacedState();
      },
      onUncaughtError: (error) => {
        reportError(error);
        reportFailure('render');
        if (import.meta.hot) showUncaughtError(error, import.meta.hot);
      },
    },
  );
};
