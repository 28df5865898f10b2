'use server';

import { acceptForm } from '../../forms/accept-form.ts';
import type { FormState } from '../../forms/form-state.ts';
import { mail } from '../../mail/service.ts';
import { applicationMessage } from './application-message.ts';

/** Accepts the application from a browser without scripts. The previous state comes from the client and is ignored. */
export async function sendApplication(_state: FormState, form: FormData): Promise<FormState> {
  return acceptForm(applicationMessage, form, mail().accept);
}
