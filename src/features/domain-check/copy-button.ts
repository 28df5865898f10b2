import type { FormEvent } from 'react';

/** Marks a submit button that copies. It is rendered by the server, so that the browser need not load the component. */
export const COPIES = { 'data-copies': '', type: 'submit', variant: 'quiet', formNoValidate: true } as const;

/** Whether a form was submitted by the button that copies. */
export const isCopying = ({ nativeEvent }: FormEvent): boolean =>
  nativeEvent instanceof SubmitEvent && nativeEvent.submitter?.hasAttribute('data-copies') === true;
