import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { PageChunks } from './page-chunks.ts';

type Build = {
  readonly id: string;
  /** When it was made, in milliseconds since 1970. */
  readonly timestamp: number;
  /** The paths whose HTML and content stand ready. */
  readonly pages: readonly string[];
  readonly parts: PageChunks;
};

/**
 * Writes what a page that is open asks for: `builds/latest.json` to learn of a new deployment, and the build's own
 * `builds/meta/{id}.json` with the prerendered paths and the route rules (specification §7) and `builds/parts/{id}.json`
 * with the parts of other pages.
 */
export const writeManifests = (folder: string, { id, timestamp, pages, parts }: Build): void => {
  const write = (name: string, body: unknown): void => {
    const file = path.join(folder, 'builds', name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(body));
  };
  const rules = Object.fromEntries(pages.map((page) => [page, { prerender: true }]));
  write('latest.json', { id, timestamp });
  write(`meta/${id}.json`, {
    id,
    timestamp,
    matcher: { static: rules, wildcard: {}, dynamic: {} },
    prerendered: pages,
  });
  write(`parts/${id}.json`, parts);
};
