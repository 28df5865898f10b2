import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const SERVER = "import 'server-only';\n";

/** Files that each violate one of the linter's rules in `lint`. */
const FORBIDDEN = {
  'src/features/faq/static.ts': "export { x } from '../news/x.ts';",
  'src/features/faq/dynamic.ts': "export const load = () => import('../news/x.ts');",
  'src/features/faq/upward.ts': "import type { X } from '../../pages/faq.tsx';\nexport type Y = X;",
  'src/pages/(default)/page.tsx': "import { x } from '../../mail/x.ts';\nexport default x;",
  'src/pages/_api/media/[width]/image.ts': "export const load = () => import('../../../../forms/x.ts');",
  'src/blocks/card/feature.ts': "export { x } from '../../features/faq/x.ts';",
  'src/blocks/card/reader.ts': "export { x } from '../../content/x.ts';",
  'src/blocks/card/late-reader.ts': "export const load = () => import('../../content/x.ts');",
  'src/forms/feature.ts': "export { x } from '../features/contact/x.ts';",
  'src/mail/part.ts': `${SERVER}export { x } from '../framework/middleware/index.ts';`,
  'src/mail/internal.ts': `${SERVER}export { log } from '../framework/log.ts';`,
  'src/blocks/card/internal.ts': "export { closestOf } from '../../framework/client/dom.ts';",
  'src/features/faq/internal.ts': "export { x } from '../../framework/render/index.ts';",
  'src/pages/(default)/internal.ts': "export { x } from '../../framework/client/boot.ts';",
  'src/entry.ts': "export { createSite } from './framework/create-site.ts';",
  'src/mail/form.ts': `${SERVER}export { x } from '../forms/x.ts';`,
  'src/content/page.ts': `${SERVER}export const load = () => import('../pages/x.tsx');`,
  'src/site/content.ts': "export { x } from '../content/x.ts';",
  'src/framework/port.ts': "export { env } from '../env.ts';",
  'src/framework/part.ts': "export { x } from './render/x.ts';",
  'src/framework/middleware/site.ts': `${SERVER}export { x } from '../../site/x.ts';`,
  'src/framework/middleware/upward.ts': `${SERVER}export const load = () => import('../render/x.ts');`,
  'src/framework/cache/upward.ts': `${SERVER}export { x } from '../endpoints/x.ts';`,
  'src/framework/cache/part.ts': `${SERVER}export { x } from '../middleware/x.ts';`,
  'src/framework/render/upward.ts': `${SERVER}export { x } from '../endpoints/x.ts';`,
  'src/framework/endpoints/upward.ts': `${SERVER}export { x } from '../create-site.ts';`,
  'src/framework/client/server.ts': "export { x } from '../log.ts';",
  'src/framework/client/components/server.ts': "export { x } from '../../log.ts';",
  'src/framework/build/server.ts': "export { x } from '../endpoints/x.ts';",
  'src/blocks/card/waku.ts': "export { Link } from 'waku/router/client';",
  'src/features/faq/waku.ts': "export const load = () => import('waku');",
  'src/mail/server.ts': 'export const x = 1;',
  'src/blocks/card/directive.tsx': "'use client';\nexport const x = 1;",
  'src/blocks/card/name.client.tsx': 'export const x = 1;',
  'src/features/faq/directive.ts': "export const act = async () => {\n  'use server';\n};",
  'src/features/faq/name.action.ts': 'export const x = 1;',
} as const;

const ALLOWED = {
  'src/features/faq/allowed.ts':
    "export { a } from '../../blocks/card/a.ts';\nexport { b } from '../../content/b.ts';\nexport { c } from './c.ts';",
  'src/features/faq/allowed.client.tsx': "'use client';\nexport const load = () => import('../../forms/x.ts');",
  'src/features/faq/allowed.action.ts': "'use server';\nexport { x } from '../../mail/x.ts';",
  'src/pages/(default)/events/allowed.tsx':
    "import { x } from '../../../features/events/x.tsx';\nexport { Navigation } from '../../../framework/client/components/index.ts';\nexport default x;",
  'src/blocks/card/allowed.ts':
    "import type { X } from '../../content/x.ts';\nexport { y } from '../button/y.tsx';\nexport type Y = X;",
  'src/mail/allowed.ts': `${SERVER}export { log } from '../framework/shared.ts';\nexport { x } from '../framework/index.ts';\nexport { env } from '../env.ts';`,
  'src/allowed.ts':
    "export { createSite } from './framework/index.ts';\nexport { boot } from './framework/client/boot.ts';",
  'src/framework/allowed.ts':
    "export { x } from './middleware/x.ts';\nexport { y } from './render/index.ts';\nexport { log } from './log.ts';",
  'src/framework/endpoints/allowed.ts': `${SERVER}export { x } from '../middleware/x.ts';\nexport { log } from '../log.ts';`,
  'src/framework/render/waku.ts': `${SERVER}export { fsRouter } from 'waku/router/server';`,
} as const;

const Report = z.object({ diagnostics: z.array(z.object({ location: z.object({ path: z.string() }) })) });

test('the linter reports each forbidden import and directive, and nothing else', () => {
  const folder = temporaryDirectory();
  for (const name of ['biome.json', 'lint']) cpSync(name, path.join(folder, name), { recursive: true });
  for (const [file, code] of Object.entries({ ...FORBIDDEN, ...ALLOWED })) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), `${code}\n`);
  }
  const { stdout } = spawnSync(
    path.resolve('node_modules/.bin/biome'),
    ['lint', '--vcs-enabled=false', '--diagnostic-level=error', '--max-diagnostics=none', '--reporter=json', 'src'],
    { cwd: folder, encoding: 'utf8' },
  );
  const reported = Report.parse(JSON.parse(stdout)).diagnostics.map(({ location }) => location.path);

  expect([...new Set(reported)].toSorted()).toEqual(Object.keys(FORBIDDEN).toSorted());
});
