import { createContext, type RefObject, use } from 'react';
import type { RejectedLine } from '../features/rsoc-application/domain-list.ts';
import type { FormValues } from './form-state.ts';
import type { FieldErrors } from './message.ts';

type FormContext = {
  /** What stands in the fields when the page is shown. */
  readonly values: FormValues;
  readonly errors: FieldErrors;
  readonly rejectedLines: readonly RejectedLine[];
  /** How the form asks the widget of a captcha, if it has one, for a new check. */
  readonly renewCaptcha: RefObject<() => void>;
};

export const FormContext = createContext<FormContext>({
  values: {},
  errors: {},
  rejectedLines: [],
  renewCaptcha: { current: () => undefined },
});

/** The id of a field's control, which the summary of errors links to. */
export const fieldId = (name: string): string => `f-${name}`;

export const useField = (name: string) => {
  const { values, errors } = use(FormContext);
  const value = values[name] ?? '';
  return {
    id: fieldId(name),
    error: errors[name],
    value: typeof value === 'string' ? value : (value[0] ?? ''),
    chosen: typeof value === 'string' ? [value] : value,
  };
};
