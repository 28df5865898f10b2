import 'server-only';

type Bytes = Uint8Array<ArrayBuffer>;

/** A body while it is made. It is made once, whoever reads it: a reader gets what there is, and then the rest. */
export type GrowingBody = {
  /** Resolves when the body has ended. */
  readonly ended: Promise<Bytes>;
  readonly hasEnded: () => boolean;
  /** Reads from the beginning. A reader that stops early does not stop the others, nor the source. */
  readonly read: () => AsyncGenerator<Bytes, void>;
};

/**
 * @param source should end by itself if something fails, since what is sent cannot be taken back. If it throws, the body
 *   ends there, and `ended` rejects.
 */
export const createGrowingBody = (source: AsyncIterable<Bytes>): GrowingBody => {
  const chunks: Bytes[] = [];
  let hasEnded = false;
  let change = Promise.withResolvers<void>();

  const announce = (): void => {
    change.resolve();
    change = Promise.withResolvers();
  };

  const collect = async (): Promise<Bytes> => {
    try {
      for await (const chunk of source) {
        chunks.push(chunk);
        announce();
      }
    } finally {
      hasEnded = true;
      announce();
    }
    return Buffer.concat(chunks);
  };

  return {
    ended: collect(),
    hasEnded: () => hasEnded,
    read: async function* () {
      for (let position = 0; position < chunks.length || !hasEnded; ) {
        const chunk = chunks[position];
        if (chunk) {
          position += 1;
          yield chunk;
        } else await change.promise;
      }
    },
  };
};
