import { createContext, use } from 'react';
import type { RefusedLine } from '../../forms/domain-list.ts';
import type { FormValues } from '../../forms/form-state.ts';
import type { FieldErrors } from '../../forms/message.ts';

type FormContext = {
  /** What stands in the fields when the page is shown. */
  readonly values: FormValues;
  readonly errors: FieldErrors;
  readonly refusedLines: readonly RefusedLine[];
};

export const FormContext = createContext<FormContext>({ values: {}, errors: {}, refusedLines: [] });

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
