/** Browsers break lines after a hyphen. Longer words may have to be broken on a phone. */
const HYPHENATED = /(?<![\p{L}\p{N}-])([\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)+)(?![\p{L}\p{N}-])/u;
const MAX_LENGTH = 14;

/** A headline in which short hyphenated words, such as "for-sale", stay on one line. */
export const HeadlineText = ({ children }: { readonly children: string }) =>
  // The pattern has one group, so every second part is a hyphenated word.
  children.split(HYPHENATED).map((part, index) =>
    index % 2 === 1 && part.length <= MAX_LENGTH ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other identity.
      <span key={index} className="unbroken">
        {part}
      </span>
    ) : (
      part
    ),
  );
