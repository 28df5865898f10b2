import 'server-only';
import { provideTools } from './blocks/web-blocks/tools.ts';

/**
 * Registers the tools that features provide for blocks. They are loaded when they are rendered: their styles must not come
 * before those of the server entry, which declare the order of the cascade layers.
 */
export const provideSiteTools = (): void =>
  provideTools({
    domainCheck: async () => (await import('./features/domain-check/domain-check.tsx')).DomainCheck,
    forSaleBuilder: async () => (await import('./features/domain-check/for-sale-builder.tsx')).ForSaleBuilder,
  });
