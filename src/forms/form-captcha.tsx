import type { ReactNode } from 'react';
import { externalCaptcha } from '../site/captcha.ts';

/**
 * The widget that a form shows, where the captcha is another provider's. Imported when there is one: what a page imports
 * by itself is fetched by its visitors, shown or not.
 */
export const formCaptcha = async (): Promise<ReactNode> => {
  if (!externalCaptcha) return null;
  const { Captcha } = await import('./captcha.client.tsx');
  return <Captcha {...externalCaptcha} />;
};
