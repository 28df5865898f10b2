'use client';

import { useEffect, useState } from 'react';
import { type Drawing, IconSvg, type IconSvgProps } from './icon-svg.tsx';

/** An icon that is not in the installed set: an empty box until its drawing has been fetched. */
export const RuntimeIcon = ({ name, ...rest }: IconSvgProps & { readonly name: string }) => {
  const [drawing, setDrawing] = useState<Drawing | null>(null);

  useEffect(() => {
    let isUnmounted = false;
    const draw = async (): Promise<void> => {
      const { loadDrawing } = await import('./load-drawing.ts');
      const loaded = await loadDrawing(name);
      if (!isUnmounted) setDrawing(loaded);
    };
    draw().catch(() => setDrawing(null));
    return () => {
      isUnmounted = true;
    };
  }, [name]);

  return <IconSvg drawing={drawing} {...rest} />;
};
