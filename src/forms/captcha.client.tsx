'use client';

import { use, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Button } from '../blocks/button/button.tsx';
import { ACCEPT_CAPTCHA, acceptedCategories } from '../site/consent.ts';
import styles from './captcha.module.css';
import type { ExternalCaptcha, Widget } from './captcha-widget.ts';
import { FormContext } from './form-context.tsx';

/** The library dispatches these events on the window after the first choice and after each change of it. */
const EVENTS = ['cc:onConsent', 'cc:onChange'] as const;

const isCaptchaAccepted = (): boolean => acceptedCategories(document.cookie)?.includes('captcha') ?? false;

/** Calls the listener after every choice, until the function that it returns is called. */
const onConsentChoice = (listener: () => void): (() => void) => {
  for (const name of EVENTS) addEventListener(name, listener);
  return () => {
    for (const name of EVENTS) removeEventListener(name, listener);
  };
};

/** Accepts the category for a visitor who allows it beside a form. The cookie consent of the site listens for this event. */
const acceptCaptcha = (): void => {
  dispatchEvent(new Event(ACCEPT_CAPTCHA));
};

const never = (): boolean => false;

/**
 * The widget of a captcha provider. Nothing is requested from the provider before the visitor consents, here or in the cookie
 * preferences; withdrawing consent removes the widget.
 */
export const Captcha = ({ provider, name, script, siteKey }: ExternalCaptcha) => {
  const { resetCaptcha } = use(FormContext);
  const isAccepted = useSyncExternalStore(onConsentChoice, isCaptchaAccepted, never);
  const [hasFailed, setHasFailed] = useState(false);
  const container = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!isAccepted || !container.current) return;
    const controller = new AbortController();
    const shown: { widget?: Widget } = {};
    setHasFailed(false);
    const { current } = container;
    const show = async (): Promise<Widget> => {
      const { showWidget } = await import('./captcha-widget.ts');
      return showWidget({ provider, name, script, siteKey }, current, controller.signal);
    };
    show().then(
      (widget) => {
        shown.widget = widget;
      },
      () => setHasFailed(!controller.signal.aborted),
    );
    resetCaptcha.current = () => shown.widget?.reset();
    return () => {
      resetCaptcha.current = () => undefined;
      controller.abort();
    };
  }, [isAccepted, provider, name, script, siteKey, resetCaptcha]);

  return (
    <section className={styles.captcha} id="f-captcha" tabIndex={-1} aria-label="Protection of the form">
      {isAccepted ? (
        <>
          <div ref={container} className={styles.widget} />
          {hasFailed && <p>{name} could not be loaded. The form can be sent without it.</p>}
        </>
      ) : (
        <>
          <p>
            {name} can show that a person writes. It loads its script from its own host, which then sees your IP
            address. The form can be sent without it, under stricter limits.
          </p>
          <Button variant="secondary" onClick={acceptCaptcha}>
            Allow captcha
          </Button>
        </>
      )}
    </section>
  );
};
