/**
 * Paths from Tabler Icons (MIT), except `rotateLeft` (`reload` mirrored) and `close` (drawn larger). Inlined, because the lightbox
 * runs in the browser and the component `Icon` is server-only.
 */
const PATHS = {
  zoomIn: 'M3 10a7 7 0 1 0 14 0a7 7 0 1 0-14 0m4 0h6m-3-3v6m11 8l-6-6',
  zoomOut: 'M3 10a7 7 0 1 0 14 0a7 7 0 1 0-14 0m4 0h6m8 11l-6-6',
  fit: 'M4 8V6a2 2 0 0 1 2-2h2M4 16v2a2 2 0 0 0 2 2h2m8-16h2a2 2 0 0 1 2 2v2m-4 12h2a2 2 0 0 0 2-2v-2',
  rotateLeft: 'M4.067 13.041a8 8 0 1 0 9.925-8.788c-3.899-1-7.935 1.007-9.425 4.747M4 4v5h5',
  rotateRight: 'M19.933 13.041a8 8 0 1 1-9.925-8.788c3.899-1 7.935 1.007 9.425 4.747M20 4v5h-5',
  close: 'M19 5 5 19M5 5l14 14',
  previous: 'm15 6l-6 6l6 6',
  next: 'm9 6l6 6l-6 6',
  broken:
    'M15 8h.01M7 3h11a3 3 0 0 1 3 3v11m-.856 3.099A3 3 0 0 1 18 21H6a3 3 0 0 1-3-3V6c0-.845.349-1.608.91-2.153M3 16l5-5c.928-.893 2.072-.893 3 0l5 5m.33-3.662c.574-.054 1.155.166 1.67.662l3 3M3 3l18 18',
} as const;

type GlyphProps = { readonly name: keyof typeof PATHS; readonly size?: number };

export const Glyph = ({ name, size = 24 }: GlyphProps) => (
  <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
    <path
      d={PATHS[name]}
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
);
