import { useState } from 'react';

type Copying = {
  /** The status message of the last attempt; empty before the first. */
  readonly note: string;
  readonly copy: (text: string) => Promise<void>;
  readonly forget: () => void;
};

/**
 * Copies texts to the clipboard.
 *
 * @param instead the sentence with the alternative, for browsers that do not allow copying.
 */
export const useCopy = (instead: string): Copying => {
  const [note, setNote] = useState('');
  return {
    note,
    copy: async (text) => {
      try {
        await navigator.clipboard.writeText(text);
        setNote('Copied.');
      } catch {
        setNote(`Your browser doesn’t allow copying. ${instead}`);
      }
    },
    forget: () => setNote(''),
  };
};
