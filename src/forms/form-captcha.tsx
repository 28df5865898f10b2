import type { ReactNode } from 'react';
import { externalCaptcha } from '../site/captcha.ts';

/**
 * The widget of the configured captcha provider; null: the self-hosted captcha is used, which is invisible. The import is
 * dynamic because a page downloads every client component it imports statically, rendered or not.
 */
export const formCaptcha = async (): Promise<ReactNode> => {
  if (!externalCaptcha) return null;
  const { Captcha } = await import('./captcha.client.tsx');
  return <Captcha {...externalCaptcha} />;
};
