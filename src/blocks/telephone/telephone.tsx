type TelephoneProps = {
  /** As people write it, `+49 (0)40 123-456`. */
  readonly number: string;
};

/** Leaves out `(0)`, which is dialled only within the country, and an extension such as `ext. 5`. */
const toHref = (number: string): string =>
  `tel:${number
    .replace('(0)', '')
    .replace(/^(\D*\d[^a-z]*)[a-z].*$/i, '$1')
    .replace(/[^\d+]/g, '')}`;

/** A link that calls a number. */
export const Telephone = ({ number }: TelephoneProps) => <a href={toHref(number)}>{number}</a>;
