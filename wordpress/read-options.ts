import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

/** The options that a command was called with. Wrong ones end the process with a sentence instead of a stack. */
export const readOptions = <const Options extends ParseArgsOptionsConfig>(options: Options) => {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
};
