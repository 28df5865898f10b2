import 'server-only';
import { getSubmittedValues } from '../framework/index.ts';
import type { Head } from './head.tsx';
import { referenceIn } from './reference.ts';

type FormHeads = {
  /** The title of the confirmation. */
  readonly sent: string;
  /** The head of the page with the form. */
  readonly form: Head;
};

/**
 * The head of a page with a form. The confirmation should not be in search results. An accepted form ends in a redirect,
 * so there are submitted values only if the form was not accepted: the title then starts with “Error: ”.
 */
export const toFormHead = (query: string, { sent, form }: FormHeads): Head => {
  if (referenceIn(query)) return { title: sent, isListed: false };
  return getSubmittedValues() === null ? form : { ...form, title: `Error: ${form.title}` };
};
