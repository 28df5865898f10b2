import { createElement, Fragment, type ReactNode } from 'react';

const HYPHENATED = /(?<![\p{L}\p{N}-])([\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)+)(?![\p{L}\p{N}-])/u;
/** Longer words may have to be broken on a phone. */
const MAX_LENGTH = 15;

const keepTogether = (part: string): ReactNode =>
  HYPHENATED.test(part) && part.length <= MAX_LENGTH ? <span className="unbroken">{part}</span> : part;

/** A headline in which short hyphenated words, such as "for-sale", stay on one line: browsers break lines after a hyphen. */
export const HeadlineText = ({ children }: { readonly children: string }) =>
  createElement(Fragment, null, ...children.split(HYPHENATED).map(keepTogether));
