import 'server-only';
import { createPageDirectory, type PageLoaders } from './framework/page-directory.ts';
import { toPageModules } from './framework/pages.tsx';
import adapter from './framework/server/adapter.ts';
import { fsRouter } from './framework/waku.ts';

const pages: PageLoaders = import.meta.glob('./pages/**/*.{ts,tsx}');

export default adapter(fsRouter(toPageModules(pages)), createPageDirectory(pages));
