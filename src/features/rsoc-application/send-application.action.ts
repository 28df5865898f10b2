'use server';

import type { FormState } from '../../forms/form-state.ts';
import { acceptForm } from '../../mail/accept-form.ts';

/** The application as a browser without scripts sends it. The state that comes back with it is not looked at. */
export async function sendApplication(_state: FormState, form: FormData): Promise<FormState> {
  return acceptForm('application', form);
}
