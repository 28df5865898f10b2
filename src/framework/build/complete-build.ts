/**
 * The last step of a build, as a process of its own, so that it fills Node's compile cache with the modules of the
 * server only: `node complete-build.ts {directory} {id}`.
 */
import { copyFileSync, writeFileSync } from 'node:fs';
import nodeModule, { flushCompileCache } from 'node:module';
import path from 'node:path';
import { compressFiles } from './compress.ts';
import { writeManifests } from './manifests.ts';
import { prerender } from './prerender.ts';

const [directory = '', id = ''] = process.argv.slice(2);
const dist = path.resolve(directory);
const publicFolder = path.join(dist, 'public');

nodeModule.enableCompileCache({ directory: path.join(dist, 'compiled'), portable: true });
const { pages, chunks, files, headers } = await prerender(dist);
await compressFiles(publicFolder);
// Read by the server, which does not serve these files but renders their pages and resources itself.
writeFileSync(path.join(dist, 'prerendered.json'), JSON.stringify(files));
// Read by `export.ts`.
writeFileSync(path.join(dist, 'headers.json'), JSON.stringify(headers));
copyFileSync(path.join(import.meta.dirname, 'serve-node.js'), path.join(dist, 'serve-node.js'));
flushCompileCache();
// Last, because a build without its manifests counts as missing (`sources.ts`).
writeManifests(publicFolder, { id, timestamp: Date.now(), pages, chunks });
// Connections of the site would keep the process alive.
process.exit();
