'use server';

import { acceptForm } from '../../forms/accept-form.ts';
import type { FormState } from '../../forms/form-state.ts';
import { mail } from '../../mail/service.ts';
import { contactMessage } from './contact-message.ts';

/** Accepts the contact form from a browser without scripts. The previous state comes from the client and is ignored. */
export async function sendContact(_state: FormState, form: FormData): Promise<FormState> {
  return acceptForm(contactMessage, form, mail().accept);
}
