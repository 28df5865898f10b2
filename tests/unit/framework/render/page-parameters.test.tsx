import fc from 'fast-check';
import { isValidElement, type ReactElement } from 'react';
import { expect, test } from 'vitest';
import { toOwnQuery, toPageModules } from '../../../../src/framework/render/page-modules.tsx';

const parameters = { page: 'cache', category: 'cache' } as const;

test('a page gets the declared parameters of the query in canonical order', async () => {
  expect(toOwnQuery('utm_source=x&page=2&category=a%20b', parameters)).toBe('category=a+b&page=2');
  expect(toOwnQuery('page=2&page=3&constructor=1&__proto__=2', parameters)).toBe('page=2&page=3');
  expect(toOwnQuery('page=2')).toBe('');
});

test('undeclared parameters do not change the query of a page', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string(), fc.string())), (added) => {
      const undeclared = added.filter(([name]) => !Object.hasOwn(parameters, name));
      const query = new URLSearchParams([...undeclared, ['page', '2'], ...undeclared]).toString();
      expect(toOwnQuery(query, parameters)).toBe('page=2');
    }),
  );
});

test('a page does not get a parameter that it does not declare', async () => {
  const shownQuery = async (declared: object) => {
    const Page = ({ query }: { readonly query: string }) => query;
    const modules = toPageModules({ './pages/x.tsx': async () => ({ default: Page, ...declared }) }, () => null);
    const module: unknown = await modules['./pages/x.tsx']?.();
    if (typeof module !== 'object' || module === null || !('default' in module)) return null;
    const { default: Component } = module;
    const element: unknown =
      typeof Component === 'function' ? await Component({ path: '/x', query: 'q=1&other=2' }) : null;
    return isValidElement<{ children: ReactElement<{ query: string }>[] }>(element)
      ? element.props.children[1]?.props.query
      : null;
  };

  expect(await shownQuery({})).toBe('');
  expect(await shownQuery({ parameters: { q: 'bypass' } })).toBe('q=1');
});
