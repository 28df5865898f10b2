/**
 * An illustration of a laptop in parking bay P2. All edges of the image must have the colour `tar`, which is the background of the
 * section around the image.
 *
 * `<parked-laptop view="x y width height" screen="name" interface="CSS pixels" hidden-left="CSS pixels">`
 */

import { define } from './elements.ts';

/** The vanishing point of the perspective. */
const vanishing = { x: 800, y: -27 } as const;

/** The point at this y coordinate on the line through the vanishing point with this slope. */
const at = (slope: number, y: number): string =>
  `${(vanishing.x + slope * (y - vanishing.y)).toFixed(1)} ${y.toFixed(1)}`;

const patch = (slopes: readonly [number, number], rows: readonly [number, number]): string =>
  `M${at(slopes[0], rows[0])}L${at(slopes[1], rows[0])}L${at(slopes[1], rows[1])}L${at(slopes[0], rows[1])}Z`;

/** Fifteen keys per row, with the space bar in the middle of the last row. */
const keyboard = (): string => {
  const rows: readonly (readonly [number, number])[] = [
    [582, 591],
    [593.5, 604],
    [607, 618.5],
    [622, 635],
  ];
  const first = -0.62;
  const step = 0.0832;
  return rows
    .flatMap((row, index) =>
      Array.from({ length: 15 }, (_, key) => {
        const left = first + key * step;
        const isUnderBar = index === 3 && key >= 4 && key <= 9;
        if (isUnderBar) return key === 4 ? patch([left, left + step * 6 - 0.008], row) : '';
        return patch([left, left + step - 0.008], row);
      }),
    )
    .join('');
};

define('parked-laptop', (element) => {
  const width = Number(element.getAttribute('interface'));
  const hiddenLeft = Number(element.getAttribute('hidden-left') ?? 0);
  const isPhone = width < 700;
  const [inner, outer, end] = isPhone ? ([0.77, 0.8, 655] as const) : ([0.87, 0.9, 735] as const);
  const paint = [patch([-outer, -inner], [380, end]), patch([inner, outer], [380, end])];
  const dashes = (isPhone ? [-360, -180, 0, 180, 360] : [-540, -360, -180, 0, 180, 360, 540]).map(
    (x) => `<rect x="${vanishing.x + x - 36}" y="${isPhone ? 808 : 782}" width="72" height="7" />`,
  );

  const neighbours = `
        <text transform="translate(158 566) skewX(-47) scale(1 .62)" fill="#70757c">P1</text>
        <text transform="translate(1442 566) skewX(47) scale(1 .62)" fill="#70757c">P3</text>`;

  return `
    <svg viewBox="${element.getAttribute('view')}" width="100%" height="100%">
      <g fill="#c9c6bf">
        <path d="${paint.join('')}" />
        ${dashes.join('')}
      </g>
      <g font-family="var(--sans)" font-weight="800" font-size="104" text-anchor="middle" fill="#c9c6bf">
        <text transform="translate(800 752) scale(1 .5)" fill="var(--marking)">P2</text>
        ${isPhone ? '' : neighbours}
      </g>

      <g stroke="#f7f5f0" stroke-width="2" stroke-linejoin="round">
        <path d="${patch([-0.708, 0.708], [572, 668])}" fill="#22252a" />
        <path d="M308.400 668h983.200v5a9 9 0 0 1-9 9H317.400a9 9 0 0 1-9-9Z" fill="#2c3036" />
        <path d="M384 560V34a12 12 0 0 1 12-12h808a12 12 0 0 1 12 12v526Z" fill="#0e0f11" />
        <path d="M384 560h832v12H384z" fill="#2c3036" />
      </g>
      <path d="M720 668h160l-8 7H728z" fill="var(--tar)" />
      <g fill="none" stroke="#8b9098" stroke-width="1">
        <path d="${keyboard()}" />
        <path d="${patch([-0.2, 0.2], [640, 663])}" />
      </g>

      <foreignObject x="400" y="42" width="800" height="500">
        <iframe src="screen-${element.getAttribute('screen')}.html" title="A screen of the interface" style="
          inline-size: ${width + hiddenLeft}px; block-size: ${Math.max(width * 0.625, 560)}px; border: 0;
          transform: scale(${800 / width}) translateX(-${hiddenLeft}px); transform-origin: 0 0"></iframe>
      </foreignObject>
    </svg>`;
});
