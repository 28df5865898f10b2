import 'server-only';
import type { MailService } from './service.ts';

let provided: MailService | null = null;

/** Sets the service that pages and server actions use. Called once, by src/site-mail.ts. */
export const provideMail = (service: MailService): MailService => {
  provided = service;
  return service;
};

/**
 * The mail service of this process.
 *
 * @throws {Error} before `provideMail` was called.
 */
export const mail = (): MailService => {
  if (provided === null) throw new Error('There is no mail service yet: call provideMail first.');
  return provided;
};
