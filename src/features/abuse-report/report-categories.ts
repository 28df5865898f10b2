import type { Choice } from '../../forms/field-schemas.ts';

/** The categories of abuse reports, in the order of the form. */
export const CATEGORIES = [
  { value: 'phishing', label: 'Phishing, fraud or malware' },
  { value: 'csam', label: 'Sexual abuse of children' },
  { value: 'trademark', label: 'Trademark or name right' },
  { value: 'copyright', label: 'Copyright' },
  { value: 'illegal', label: 'Other illegal content or offer' },
  { value: 'rules', label: 'Against your rules, such as misleading redirects' },
] as const satisfies readonly Choice[];

type Category = (typeof CATEGORIES)[number]['value'];

/** The category whose reports are anonymous: Regulation (EU) 2022/2065 exempts it from name and address (Art. 16(2)(c)). */
export const ANONYMOUS_CATEGORY: Category = 'csam';
