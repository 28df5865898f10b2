import type { ReactNode } from 'react';
import { getSubmittedValues } from '../framework/index.ts';
import { externalCaptcha } from '../site/captcha.ts';
import { site } from '../site/config.ts';
import { toSitePath } from '../site/urls.ts';
import type { MessageFormProps } from './message-form.tsx';

/** The import is dynamic because a page downloads every client component it imports statically, rendered or not. */
const readCaptcha = async (): Promise<ReactNode> => {
  if (!externalCaptcha) return null;
  const { Captcha } = await import('./captcha.client.tsx');
  return <Captcha {...externalCaptcha} />;
};

/**
 * Reads the props that every form needs from the server.
 *
 * @param path the page of the form.
 */
export const readFormProps = async (path: string, issuedToken: Promise<string>): Promise<MessageFormProps> => {
  const [formToken, captcha] = await Promise.all([issuedToken, readCaptcha()]);
  return {
    page: toSitePath(path),
    formToken,
    values: getSubmittedValues() ?? {},
    captcha,
    supportEmail: site.supportEmail,
  };
};
