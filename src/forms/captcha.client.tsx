'use client';

import { use, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Button } from '../blocks/button/button.tsx';
import type { ExternalCaptcha } from '../site/captcha.ts';
import { acceptCategory, isCategoryAccepted, onConsentChoice } from '../site/consent-choice.ts';
import styles from './captcha.module.css';
import type { Widget } from './captcha-widget.ts';
import { FormContext } from './form-context.tsx';

const isCaptchaAccepted = (): boolean => isCategoryAccepted('captcha');

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
    <section className={styles.captcha} id="f-captcha" tabIndex={-1} aria-label="Captcha">
      {isAccepted ? (
        <>
          <div ref={container} className={styles.widget} />
          {hasFailed && <p>We couldn’t load {name}. You can send the form without it.</p>}
        </>
      ) : (
        <>
          <p>
            {name} checks that you’re a person. Its script loads from the provider’s host, which then sees your IP
            address. You can also send the form without it, under stricter limits.
          </p>
          <Button variant="secondary" onClick={() => acceptCategory('captcha')}>
            Allow captcha
          </Button>
        </>
      )}
    </section>
  );
};
