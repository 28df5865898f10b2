const E_MAIL = /(\be-mails?\b)/i;

/** Plain text in which no line ends behind the first letter of an e-mail; what is copied or searched is as typed. */
export const WholeWords = ({ text }: { readonly text: string }) =>
  text.split(E_MAIL).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
      <span key={index} className="whole">
        {part}
      </span>
    ),
  );
