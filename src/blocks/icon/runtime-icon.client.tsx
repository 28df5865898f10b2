'use client';

import { useEffect, useState } from 'react';
import { type Drawing, IconSvg, type IconSvgProps } from './icon-svg.tsx';

/** An icon whose drawing the server has not at hand: an empty box, which is filled when the drawing comes, if it does. */
export const RuntimeIcon = ({ name, ...look }: IconSvgProps & { readonly name: string }) => {
  const [drawing, setDrawing] = useState<Drawing | null>(null);

  useEffect(() => {
    let isGone = false;
    const draw = async (): Promise<void> => {
      const { loadDrawing } = await import('./load-drawing.ts');
      const loaded = await loadDrawing(name);
      if (!isGone) setDrawing(loaded);
    };
    draw().catch(() => setDrawing(null));
    return () => {
      isGone = true;
    };
  }, [name]);

  return <IconSvg drawing={drawing} {...look} />;
};
