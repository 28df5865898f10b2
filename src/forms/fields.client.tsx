'use client';

import type { ReactNode } from 'react';
import { FieldError, InputField, type InputFieldProps } from '../blocks/input-field/input-field.tsx';
import type { Choice } from './field-schemas.ts';
import styles from './fields.module.css';
import { useField } from './form-context.tsx';

/** A labelled control with its error and its initial value from the form context. */
export const Field = (props: InputFieldProps) => {
  const { id, error, value } = useField(props.name);
  return <InputField {...props} id={id} error={error} defaultValue={value || (props.defaultValue ?? '')} />;
};

type SelectFieldProps = Pick<InputFieldProps, 'name' | 'label' | 'hint' | 'required' | 'autoComplete'> & {
  readonly defaultValue?: string;
  readonly choices: readonly Choice[];
};

export const SelectField = ({ choices, ...props }: SelectFieldProps) => (
  <Field type="select" {...props} options={[{ value: '', label: 'Please choose' }, ...choices]} />
);

type TickProps = { readonly name: string; readonly children: ReactNode; readonly required?: boolean };

export const Tick = ({ name, children, required = false }: TickProps) => {
  const { id, error, value } = useField(name);
  return (
    <InputField
      type="checkbox"
      id={id}
      name={name}
      label={children}
      error={error}
      defaultChecked={value !== ''}
      required={required}
      className={styles.tick}
    />
  );
};

type ChoiceGroupProps = {
  readonly name: string;
  readonly legend: string;
  readonly choices: readonly Choice[];
  readonly hint?: string;
  readonly takes: 'one' | 'several';
  readonly required?: boolean;
};

/** Radio buttons or checkboxes. The error summary links to the first. */
export const ChoiceGroup = ({ name, legend, choices, hint, takes, required = false }: ChoiceGroupProps) => {
  const { id, error, chosen } = useField(name);
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  const isOne = takes === 'one';

  return (
    <fieldset
      className={styles.group}
      aria-describedby={described}
      data-invalid={error ? '' : undefined}
      {...(isOne && { role: 'radiogroup', 'aria-required': required, 'aria-invalid': error ? true : undefined })}
    >
      <legend className={styles.legend}>
        {legend}
        {required && <span className={styles.required}> required</span>}
      </legend>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      <div className={styles.choices}>
        {choices.map(({ value, label }, index) => (
          <label key={value} className={styles.choice}>
            <input
              type={isOne ? 'radio' : 'checkbox'}
              id={index === 0 ? id : `${id}-${value}`}
              name={name}
              value={value}
              defaultChecked={chosen.includes(value)}
              aria-invalid={error && !isOne ? true : undefined}
              aria-describedby={error ? `${id}-error` : undefined}
              className={styles.box}
            />
            {label}
          </label>
        ))}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  );
};
