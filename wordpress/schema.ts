import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toContentSchema } from '../src/content/content-schema.ts';

/** `npm run content:schema`: writes the plugin's `schema.json` from the schemas in `src/content`. */
const file = join(import.meta.dirname, 'plugin/site-companion/schema.json');
await writeFile(file, `${JSON.stringify(toContentSchema(), null, 2)}\n`);
console.log(`Wrote ${file}.`);
