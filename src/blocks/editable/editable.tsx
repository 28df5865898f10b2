import 'server-only';
import { cloneElement, createElement, Fragment, isValidElement, type ReactNode } from 'react';
import type { EditableText } from '../../content/editable-texts.ts';
import { currentContext } from '../../framework/shared.ts';
import { isServerComponent } from '../web-blocks/resolve-elements.tsx';

/** Attributes of an element that contains texts. Empty unless the page is a preview of somebody who may edit. */
type EditableAttributes = { readonly 'data-edit'?: string };

const textsOf = (items: readonly string[]): readonly EditableText[] | null => {
  const texts = currentContext()?.get('editableTexts');
  return texts === undefined ? null : items.flatMap(texts.textsOf);
};

/**
 * Marks an element that shows texts of the content, for the script of the preview bar. An element without items shows texts that are in
 * the code.
 *
 * @param items the items as in `editable-texts.ts`, for example `posts/12`, in the order in which they are shown.
 */
export const editable = (...items: readonly string[]): EditableAttributes => {
  const texts = textsOf(items);
  return texts === null ? {} : { 'data-edit': JSON.stringify(texts) };
};

type Props = EditableAttributes & { readonly children?: ReactNode };

/**
 * Marks the outermost elements of a node, after the server components above them have read their content. The content of a Suspense
 * boundary marks itself.
 */
const mark = async (node: ReactNode, items: readonly string[]): Promise<ReactNode> => {
  if (Array.isArray(node)) return Promise.all(node.map((child: ReactNode) => mark(child, items)));
  if (!isValidElement<Props>(node)) return node;
  const { type, props, key } = node;
  if (typeof type === 'string') return cloneElement(node, editable(...items));
  const isFragment = type === Fragment;
  if (!isFragment && !isServerComponent(type)) return node;
  const children = await mark(isFragment ? props.children : await type(props), items);
  return Array.isArray(children) ? (
    createElement(Fragment, { key }, ...children)
  ) : (
    <Fragment key={key}>{children}</Fragment>
  );
};

type EditableProps = {
  /** As in `editable`. */
  readonly items: readonly string[];
  readonly children: ReactNode;
};

/** As `editable`, for the outermost elements of its children. */
export const Editable = ({ items, children }: EditableProps): ReactNode | Promise<ReactNode> =>
  textsOf(items) === null ? children : mark(children, items);

/** Texts that are in the code: the preview bar says that they cannot be edited. */
export const FixedText = ({ children }: { readonly children: ReactNode }) => <Editable items={[]}>{children}</Editable>;
