'use client';

import { type ReactNode, useEffect, useRef } from 'react';

type GlowLightProps = {
  readonly children: ReactNode;
  readonly className: string | undefined;
};

/** Sets `--glow-x` and `--glow-y` to the position of the pointer relative to this element, in pixels. */
export const GlowLight = ({ children, className }: GlowLightProps) => {
  const ref = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const card = ref.current;
    if (!card || !matchMedia('(hover: hover) and (prefers-reduced-motion: no-preference)').matches) return;

    const follow = ({ clientX, clientY }: PointerEvent) => {
      const { left, top } = card.getBoundingClientRect();
      card.style.setProperty('--glow-x', `${clientX - left}px`);
      card.style.setProperty('--glow-y', `${clientY - top}px`);
    };
    card.addEventListener('pointermove', follow, { passive: true });
    return () => card.removeEventListener('pointermove', follow);
  }, []);

  return (
    <div ref={ref} className={className}>
      {children}
    </div>
  );
};
