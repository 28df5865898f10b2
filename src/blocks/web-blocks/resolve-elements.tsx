import 'server-only';
import { cloneElement, Fragment, isValidElement, type ReactNode } from 'react';

type Props = { readonly children?: ReactNode };
type ServerComponent = (props: Props) => ReactNode | Promise<ReactNode>;

/** References to client components are functions as well, which carry a mark; calling one is an error. */
const isServerComponent = (type: unknown): type is ServerComponent =>
  typeof type === 'function' && !('$$typeof' in type);

/**
 * A node with every server component in it replaced by what it renders, so that an error is thrown here. React itself
 * would report an error of one component as an error of the whole page, because error boundaries exist in browsers only.
 * Elements passed to a client component by other props than `children` are left to React.
 *
 * @throws what a component throws.
 */
export const resolveElements = async (node: ReactNode): Promise<ReactNode> => {
  if (Array.isArray(node)) return Promise.all(node.map(resolveElements));
  if (!isValidElement<Props>(node)) return node;

  const { type, props, key } = node;
  if (isServerComponent(type)) {
    const rendered = await resolveElements(await type(props));
    return key === null ? rendered : <Fragment key={key}>{rendered}</Fragment>;
  }
  if (props.children === undefined) return node;
  const children = await resolveElements(props.children);
  return Array.isArray(children) ? cloneElement(node, {}, ...children) : cloneElement(node, {}, children);
};
