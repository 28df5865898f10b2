/** The form data with these fields; a list has one entry for each of its values. */
export const toFormData = (fields: Readonly<Record<string, unknown>>): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    for (const entry of Array.isArray(value) ? value : [value])
      form.append(name, entry instanceof Blob ? entry : String(entry));
  }
  return form;
};
