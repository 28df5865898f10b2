import { createContext, type RefObject, use } from 'react';
import type { FieldErrors, RejectedLine } from '../mail/message-kind.ts';
import type { FormValues } from './form-state.ts';

type FormContext = {
  readonly values: FormValues;
  readonly errors: FieldErrors;
  readonly rejectedLines: readonly RejectedLine[];
  /** Resets the widget of a captcha provider, if the form shows one. */
  readonly resetCaptcha: RefObject<() => void>;
};

export const FormContext = createContext<FormContext>({
  values: {},
  errors: {},
  rejectedLines: [],
  resetCaptcha: { current: () => undefined },
});

/** The id of a field's control; the error summary links to it. */
export const fieldId = (name: string): string => `f-${name}`;

export const useField = (name: string) => {
  const { values, errors } = use(FormContext);
  const value = values[name] ?? '';
  return {
    id: fieldId(name),
    error: errors[name],
    value: typeof value === 'string' ? value : (value[0] ?? ''),
    /** All values of a field with several; `value` is the first of them. */
    chosen: typeof value === 'string' ? [value] : value,
  };
};
