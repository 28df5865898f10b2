'use client';

import { useEffect, useState } from 'react';
import { type Drawing, IconSvg } from './icon-svg.tsx';

/** An icon that is not in the installed set: an empty box until its drawing has been fetched. */
export const RuntimeIcon = ({ name, size }: { readonly name: string; readonly size: number }) => {
  const [drawing, setDrawing] = useState<Drawing | null>(null);

  useEffect(() => {
    const draw = async (): Promise<void> => {
      const { loadDrawing } = await import('./load-drawing.ts');
      setDrawing(await loadDrawing(name));
    };
    // Without its drawing, the box stays empty.
    draw().catch(() => undefined);
  }, [name]);

  return <IconSvg drawing={drawing} size={size} />;
};
