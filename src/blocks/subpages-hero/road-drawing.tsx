import styles from './subpages-hero.module.css';

type Point = readonly [across: number, y: number];
type Shape = readonly Point[];

/** The size of the drawing in SVG units, and the `y` above it at which the edges of the lane would meet. */
const WIDTH = 440;
const HEIGHT = 190;
const VANISHING_Y = -139;

/** A point on the road in perspective: `across` is -1 at the left edge of the lane and 1 at the right, at every `y`. */
const toPoint = ([across, y]: Point): string =>
  `${(WIDTH / 2 + (across * 182 * (y - VANISHING_Y)) / (HEIGHT - VANISHING_Y)).toFixed(1)} ${y}`;

const toPath = (shapes: readonly Shape[]): string =>
  shapes.map((shape) => `M${shape.map(toPoint).join('L')}Z`).join('');

/** A bar across the lane. */
const bar = (from: number, to: number, top: number, bottom: number): Shape => [
  [from, top],
  [to, top],
  [to, bottom],
  [from, bottom],
];

const sheet = (top: number) => [bar(-0.46, 0.46, top, 190), bar(-0.39, 0.39, top + 7, 190)];

const DRAWINGS = {
  arrow: [
    [
      [-0.1, 190],
      [-0.1, 102],
      [-0.34, 102],
      [0, 34],
      [0.34, 102],
      [0.1, 102],
      [0.1, 190],
    ],
  ],
  /** Straight ahead, or the next exit. */
  exit: [
    [
      [-0.3, 190],
      [-0.3, 92],
      [-0.5, 92],
      [-0.2, 36],
      [0.1, 92],
      [-0.1, 92],
      [-0.1, 138],
      [0.28, 112],
      [0.28, 96],
      [0.62, 112],
      [0.28, 146],
      [0.28, 129],
      [-0.1, 160],
      [-0.1, 190],
    ],
  ],
  calendar: [
    ...sheet(52),
    ...[0, 1, 2].flatMap((row) =>
      [-0.32, -0.08, 0.16].map((left) => bar(left, left + 0.16, 96 + row * 34, 96 + row * 34 + 22)),
    ),
    bar(-0.39, 0.39, 66, 82),
  ],
  envelope: [
    bar(-0.56, 0.56, 62, 172),
    [
      [-0.49, 69],
      [0, 118],
      [0.49, 69],
    ],
    [
      [-0.5, 80],
      [0, 131],
      [0.5, 80],
      [0.5, 163],
      [-0.5, 163],
    ],
  ],
  document: [...sheet(40), ...[62, 86, 112, 140, 170].map((y, row) => bar(-0.28, row === 0 ? 0.06 : 0.28, y, y + 9))],
  question: [],
} as const satisfies Record<string, readonly Shape[]>;

export type RoadDrawingName = keyof typeof DRAWINGS;

/** A lane with a marking in perspective, as if painted on the road. Decorative. */
export const RoadDrawing = ({ name }: { readonly name: RoadDrawingName }) => (
  <svg className={styles.drawing} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} aria-hidden="true">
    <path d={`M138 0h5L38 190H0zM302 0h-5l105 190h38z${toPath(DRAWINGS[name])}`} fillRule="evenodd" />
    {name === 'question' && (
      <text transform="translate(220 172) scale(1.15 0.9)" textAnchor="middle">
        ?
      </text>
    )}
  </svg>
);
