import 'server-only';
import adapter from './framework/create-site.ts';
import { createPageDirectory, type PageLoaders } from './framework/rsc/page-directory.ts';
import { toPageModules } from './framework/rsc/page-modules.tsx';
import { fsRouter } from './framework/rsc/waku.ts';

const pages: PageLoaders = import.meta.glob('./pages/**/*.{ts,tsx}');

export default adapter(fsRouter(toPageModules(pages)), createPageDirectory(pages));
