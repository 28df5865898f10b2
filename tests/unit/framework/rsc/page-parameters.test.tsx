import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { toOwnQuery } from '../../../../src/framework/rsc/page-directory.ts';
import { toPageModules } from '../../../../src/framework/rsc/page-modules.tsx';

// Waku's own modules exist only within its build.
vi.mock('../../../../src/framework/rsc/waku.ts', () => ({}));

const parameters = { page: 'cache', category: 'cache' } as const;

test('a page gets of the query what it declares, in one spelling', async () => {
  expect(toOwnQuery('utm_source=x&page=2&category=a%20b', parameters)).toBe('category=a+b&page=2');
  expect(toOwnQuery('page=2&page=3&constructor=1&__proto__=2', parameters)).toBe('page=2&page=3');
  expect(toOwnQuery('page=2')).toBe('');
});

test('whatever a stranger adds to an address, the page is the same', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string(), fc.string())), (added) => {
      const strangers = added.filter(([name]) => !Object.hasOwn(parameters, name));
      const query = new URLSearchParams([...strangers, ['page', '2'], ...strangers]).toString();
      expect(toOwnQuery(query, parameters)).toBe('page=2');
    }),
  );
});

test('a page that does not declare a parameter does not see it', async () => {
  const Page = () => null;
  for (const declared of [{}, { parameters: { q: 'bypass' } }]) {
    const modules = toPageModules({ './pages/x.tsx': async () => ({ default: Page, head: 'own', ...declared }) }, null);
    const module: unknown = await modules['./pages/x.tsx']?.();
    expect(module).toHaveProperty('default');
    if (typeof module !== 'object' || module === null || !('default' in module)) continue;
    const { default: Component } = module;
    const element: unknown =
      typeof Component === 'function' ? await Component({ path: '/x', query: 'q=1&other=2' }) : null;
    expect(element).toHaveProperty('props.query', 'parameters' in declared ? 'q=1' : '');
  }
});

test('a page whose form tells when it was shown is kept for no more than a second', () => {
  const files = readdirSync('src/pages', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const withForms = files.filter((file) => readFileSync(file, 'utf8').includes('mail/form-start.ts'));

  expect(withForms).toHaveLength(2);
  for (const file of withForms) expect(readFileSync(file, 'utf8'), file).toMatch(/export const revalidate = 1;/);
});
