type Reading = {
  readonly response: Response;
  /** Waits until the text has arrived; returns everything so far. */
  readonly until: (text: string) => Promise<string>;
  /** Waits for the end; returns everything. */
  readonly rest: () => Promise<string>;
};

/** Requests a URL, and reads the response while it arrives. */
export const readGradually = async (url: string, init: RequestInit = {}): Promise<Reading> => {
  const response = await fetch(url, init);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const readOn = async (): Promise<boolean> => {
    const chunk = await reader?.read();
    text += chunk?.value ?? '';
    return chunk?.done === false;
  };
  return {
    response,
    until: async (wanted) => {
      while (!text.includes(wanted) && (await readOn()));
      if (!text.includes(wanted)) throw new Error(`${url} ended without “${wanted}”: ${text}`);
      return text;
    },
    rest: async () => {
      while (await readOn());
      return text;
    },
  };
};
