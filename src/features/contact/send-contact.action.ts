'use server';

import type { FormState } from '../../forms/form-state.ts';
import { acceptForm } from '../../mail/accept-form.ts';

/** The contact form as a browser without scripts sends it. The state that comes back with it is not looked at. */
export async function sendContact(_state: FormState, form: FormData): Promise<FormState> {
  return acceptForm('contact', form);
}
