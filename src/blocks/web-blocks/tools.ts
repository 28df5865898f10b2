import 'server-only';
import type { FunctionComponent } from 'react';

/** A tool of a feature that editors can place on a page, as the content of a block. */
type Tool = FunctionComponent<{
  /** Unique on the page; the prefix of all ids of the tool. */
  readonly id: string;
}>;

export type ToolName = 'domainCheck' | 'forSaleBuilder';

type ToolLoaders = Readonly<Record<ToolName, () => Promise<Tool>>>;

let provided: ToolLoaders | null = null;

/** Sets the tools of the site, since blocks do not import features. Called once, by src/site-blocks.ts. */
export const provideTools = (loaders: ToolLoaders): void => {
  provided = loaders;
};

/** @throws {Error} before `provideTools` was called. */
export const loadTool = (name: ToolName): Promise<Tool> => {
  if (provided === null) throw new Error('There are no tools yet: call provideTools first.');
  return provided[name]();
};
