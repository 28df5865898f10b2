import 'server-only';
import { createPageDirectory, type PageLoaders, toPageModules } from './framework/pages.tsx';
import adapter from './framework/server/adapter.ts';
import { fsRouter } from './framework/waku.ts';

const pages: PageLoaders = import.meta.glob('./pages/**/*.{ts,tsx}');

export default adapter(fsRouter(toPageModules(pages)), createPageDirectory(pages));
