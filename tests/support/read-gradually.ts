/** Reads a response while it arrives. */
export const readGradually = (response: Response) => {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const readOn = async (): Promise<boolean> => {
    const chunk = await reader?.read();
    text += chunk?.value ?? '';
    return chunk?.done === false;
  };
  return {
    response,
    /** Waits until the text has arrived; returns everything so far. */
    until: async (wanted: string): Promise<string> => {
      while (!text.includes(wanted) && (await readOn()));
      if (!text.includes(wanted)) throw new Error(`The response ended without “${wanted}”: ${text}`);
      return text;
    },
    /** Waits for the end; returns everything. */
    rest: async (): Promise<string> => {
      while (await readOn());
      return text;
    },
    cancel: async (): Promise<void> => reader?.cancel(),
  };
};
