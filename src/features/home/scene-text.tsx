import type { ComponentProps } from 'react';

type SceneTextProps = Omit<ComponentProps<'text'>, 'children'> & { readonly text: string };

/** A text in an illustration. */
export const SceneText = ({ text, ...rest }: SceneTextProps) => <text {...rest}>{text}</text>;
