'use server';

import { acceptForm } from '../../forms/accept-form.ts';
import type { FormState } from '../../forms/form-state.ts';
import { mail } from '../../mail/service.ts';
import { abuseMessage } from './abuse-message.ts';

/** Accepts a report from a browser without scripts. The previous state comes from the client and is ignored. */
export async function sendAbuseReport(_state: FormState, form: FormData): Promise<FormState> {
  return acceptForm(abuseMessage, form, mail().accept);
}
