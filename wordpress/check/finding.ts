/** An error is content that visitors miss or a link that fails; a warning is content that could be better. */
export type Finding = {
  readonly severity: 'error' | 'warning';
  /** The place within the item, from the outermost to the innermost: `Block 2 (Cards)`, `Card 1`, `Link`. */
  readonly where: readonly string[];
  /** Describes the problem and how to fix it, in complete sentences. */
  readonly message: string;
};

export const error = (where: readonly string[], message: string): Finding => ({ severity: 'error', where, message });

export const warning = (where: readonly string[], message: string): Finding => ({
  severity: 'warning',
  where,
  message,
});
