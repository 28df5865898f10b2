import 'server-only';
import { cloneElement, Fragment, isValidElement, type ReactNode, Suspense } from 'react';

type Props = { readonly children?: ReactNode };
type ServerComponent = (props: Props) => ReactNode | Promise<ReactNode>;

/** References to client components are functions too, marked with `$$typeof`; calling one is an error. */
export const isServerComponent = (type: unknown): type is ServerComponent =>
  typeof type === 'function' && !('$$typeof' in type);

const isSuspense = (type: unknown): boolean => type === Suspense;

/**
 * Renders all server components in a node, so that the caller can catch their errors. React would fail the whole page
 * instead, because error boundaries only work in the browser. Elements passed to a client component in props other than
 * `children` are left to React, and so is the content of a Suspense boundary: it is a part of the page (`part`), which
 * arrives later and handles its own failure.
 *
 * @throws the error of the first component that fails.
 */
export const resolveElements = async (node: ReactNode): Promise<ReactNode> => {
  if (Array.isArray(node)) return Promise.all(node.map(resolveElements));
  if (!isValidElement<Props>(node)) return node;

  const { type, props, key } = node;
  if (isServerComponent(type)) {
    const rendered = await resolveElements(await type(props));
    return key === null ? rendered : <Fragment key={key}>{rendered}</Fragment>;
  }
  if (props.children === undefined || isSuspense(type)) return node;
  const children = await resolveElements(props.children);
  return Array.isArray(children) ? cloneElement(node, {}, ...children) : cloneElement(node, {}, children);
};
