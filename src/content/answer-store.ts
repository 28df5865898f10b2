import 'server-only';

/** What the CMS answered to a path with its query. */
export type KeptAnswer = {
  readonly path: string;
  /** The body; null if the CMS answered that it has no such path. */
  readonly json: string | null;
  readonly totalPages: number;
  /** When the answer was requested, in milliseconds since 1970. */
  readonly requestedAt: number;
};

/** How long answers and purges are kept. */
export const RETENTION_MS = 30 * 86_400_000;

/** Where the last good answers of one CMS are kept, so that they survive a restart. Every method may reject. */
export type AnswerStore = {
  /** Null if there is none. */
  readonly read: (path: string) => Promise<KeptAnswer | null>;
  /** Replaces the answers to the same paths. */
  readonly write: (answers: readonly KeptAnswer[]) => Promise<void>;
  /** When each tag was purged last, in milliseconds since 1970. */
  readonly listPurges: () => Promise<ReadonlyMap<string, number>>;
  readonly writePurge: (tags: readonly string[], at: number) => Promise<void>;
  readonly close: () => Promise<void>;
};
