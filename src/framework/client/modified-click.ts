export type ClickModifiers = Pick<MouseEvent, 'button' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

/**
 * Whether a click on a link asks for something other than following it in this tab, such as a new tab or a download.
 */
export const isModifiedClick = ({ button, altKey, ctrlKey, metaKey, shiftKey }: ClickModifiers): boolean =>
  button !== 0 || altKey || ctrlKey || metaKey || shiftKey;
