import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { PageChunks } from './page-chunks.ts';

type Build = {
  readonly id: string;
  /** When the site was built, in milliseconds since 1970. */
  readonly timestamp: number;
  /** The paths of the prerendered pages. */
  readonly pages: readonly string[];
  readonly chunks: PageChunks;
};

/**
 * Writes the manifests of a build: `builds/latest.json`, from which open pages detect a new deployment;
 * `builds/chunks/{id}.json`, from which they prefetch the chunks of other pages; and `builds/meta/{id}.json` with the
 * prerendered paths and route rules.
 */
export const writeManifests = (folder: string, { id, timestamp, pages, chunks }: Build): void => {
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
  write(`chunks/${id}.json`, chunks);
};
