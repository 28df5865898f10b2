import fc from 'fast-check';

/** Any code point, also half of a surrogate pair. The unit `binary` of fast-check would take most of a second to begin. */
export const anyCharacter = fc.nat(0x10_ff_ff).map((code) => String.fromCodePoint(code));
