import 'server-only';

/** What a request asks for, as limits and metrics tell it apart. */
export type RequestKind = 'page' | 'payload' | 'action' | 'endpoint' | 'picture' | 'file' | 'operation';

const OPERATION = new Set(['/healthz', '/readyz', '/metrics']);
const PREFIXES: readonly (readonly [string, RequestKind])[] = [
  ['/assets/', 'file'],
  ['/builds/', 'file'],
  ['/RSC/F/', 'action'],
  ['/RSC/', 'payload'],
  ['/flight/', 'payload'],
  ['/api/', 'endpoint'],
  ['/mail/', 'endpoint'],
  ['/media/', 'picture'],
  ['/og/', 'picture'],
];

/** Judged by the address alone, so that it says the same before and after an answer. */
export const requestKindOf = (method: string | undefined, path: string): RequestKind => {
  if (path === '/') return method === 'POST' ? 'action' : 'page';
  const known = PREFIXES.find(([prefix]) => path.startsWith(prefix));
  if (known) return known[1];
  if (OPERATION.has(path)) return 'operation';
  if (path.endsWith('/_payload.json')) return 'payload';
  if (/\.(?:xml|txt|ics)$/.test(path)) return 'endpoint';
  if (/\.[A-Za-z0-9]+$/.test(path) && !path.endsWith('.php')) return 'file';
  return method === 'POST' ? 'action' : 'page';
};
