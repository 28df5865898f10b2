/** Receives progress messages, one sentence each. */
export type Log = (sentence: string) => void;
