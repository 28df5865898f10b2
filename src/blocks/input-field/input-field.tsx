import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './input-field.module.css';

type Shared = {
  readonly label: ReactNode;
  readonly name: string;
  readonly id?: string;
  readonly hint?: ReactNode;
  /** The validation error, as a sentence. */
  readonly error?: string | undefined;
};

type InputType = 'text' | 'email' | 'search' | 'file' | 'checkbox';

type Option = { readonly value: string; readonly label: string };

export type InputFieldProps = Shared &
  (
    | ({ readonly type?: InputType } & Omit<ComponentProps<'input'>, 'type'>)
    | ({ readonly type: 'textarea' } & Omit<ComponentProps<'textarea'>, 'type'>)
    | ({
        readonly type: 'select';
        readonly options: readonly Option[];
      } & Omit<ComponentProps<'select'>, 'type' | 'children'>)
  );

const Select = ({
  options,
  ...rest
}: { readonly options: readonly Option[]; readonly type?: undefined } & ComponentProps<'select'>) => (
  <select {...rest}>
    {options.map(({ value, label }) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
  </select>
);

/** Removes the `type` by which this component selects the element: `textarea` and `select` have no such attribute. */
const NO_TYPE = { type: undefined } as const;

type FieldErrorProps = { readonly id: string; readonly children: string };

/** A validation error below its control. */
export const FieldError = ({ id, children }: FieldErrorProps) => (
  <p id={id} className={styles.error}>
    <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
      <path d="M12 2 1 22h22zm-1.3 7h2.6v7h-2.6zm0 8.4h2.6V20h-2.6z" fill="currentColor" fillRule="evenodd" />
    </svg>
    {children}
  </p>
);

/** A labelled control with its hint and its error. */
export const InputField = (props: InputFieldProps) => {
  const ownId = useId();
  const { label, id = ownId, hint, error, className, ...field } = props;
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  const isCheckbox = field.type === 'checkbox';
  const common = {
    id,
    'aria-describedby': described,
    'aria-invalid': error ? (true as const) : undefined,
    className: isCheckbox ? styles.checkbox : styles.control,
  };

  return (
    <div
      className={className ? `${styles.field} ${className}` : styles.field}
      data-checkbox={isCheckbox ? '' : undefined}
    >
      <label htmlFor={id} className={styles.label}>
        {label}
        {field.required && (
          <span className="note" aria-hidden="true">
            {' '}
            required
          </span>
        )}
      </label>
      {hint && (
        <div id={`${id}-hint`} className={styles.hint}>
          {hint}
        </div>
      )}
      {field.type === 'textarea' ? (
        <textarea rows={6} {...field} {...common} {...NO_TYPE} />
      ) : field.type === 'select' ? (
        <Select {...field} {...common} {...NO_TYPE} />
      ) : (
        <input type="text" {...field} {...common} />
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
};
