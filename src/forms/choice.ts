/** An option of a select, radio or checkbox group: `value` is sent, `label` is shown in the form and in the email. */
export type Choice = { readonly value: string; readonly label: string };

/** The label of a choice, or the value itself where it is none of the choices. */
export const labelOf = (choices: readonly Choice[], value: string): string =>
  choices.find((choice) => choice.value === value)?.label ?? value;
