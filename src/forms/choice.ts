/** An option of a select, radio or checkbox group: `value` is sent, `label` is shown in the form and in the email with the message. */
export type Choice = { readonly value: string; readonly label: string };

/** The label of a choice, or the value itself if it matches none of them. */
export const labelOf = (choices: readonly Choice[], value: string): string =>
  choices.find((choice) => choice.value === value)?.label ?? value;
