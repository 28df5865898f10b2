import { readBuildState } from '../../src/framework/build/sources.ts';
import { wakuBuild } from '../../src/framework/build/waku-build.ts';

/** Builds the site of a folder unless its build is current. */
export const buildIfNecessary = (folder = '.'): void => {
  if (readBuildState(folder) !== 'current') wakuBuild(folder, ['ignore', 'ignore', 'inherit']);
};
