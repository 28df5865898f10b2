import 'server-only';
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parseFragment, serialize, html as vocabulary } from 'parse5';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

const SHAPES = ['circle', 'ellipse', 'g', 'line', 'path', 'polygon', 'polyline', 'rect', 'symbol', 'use'];
const PAINT = ['clipPath', 'defs', 'linearGradient', 'mask', 'radialGradient', 'stop'];
const MOTION = ['animate', 'animateMotion', 'animateTransform', 'mpath', 'set'];

const GEOMETRY =
  'd cx cy r rx ry x y x1 y1 x2 y2 fx fy width height points pathLength transform transform-origin viewBox';
const LOOK =
  'fill fill-opacity fill-rule stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit ' +
  'stroke-opacity stroke-width opacity color clip-path clip-rule mask paint-order vector-effect offset stop-color stop-opacity ' +
  'gradientUnits gradientTransform spreadMethod maskUnits maskContentUnits clipPathUnits';
const TIMING =
  'attributeName values from to by dur begin end repeatCount calcMode keyTimes keySplines keyPoints additive accumulate ' +
  'type path rotate restart';

const ELEMENTS: ReadonlySet<string> = new Set([...SHAPES, ...PAINT, ...MOTION]);
const ATTRIBUTES: ReadonlySet<string> = new Set(['id', 'href', ...`${GEOMETRY} ${LOOK} ${TIMING}`.split(' ')]);

const isShown = (node: Node): node is Element =>
  defaultTreeAdapter.isElementNode(node) && node.namespaceURI === vocabulary.NS.SVG && ELEMENTS.has(node.tagName);

const isHarmless = ({ name, value }: Element['attrs'][number]): boolean => {
  if (!ATTRIBUTES.has(name)) return false;
  return name === 'href' ? /^#[\w-]+$/.test(value) : !/url\s*\((?!\s*["']?#)/i.test(value);
};

const removeUnsafeParts = (svg: Element): void => {
  const elements = [svg];
  for (const element of elements) {
    const kept = element.childNodes.filter(isShown);
    element.attrs = element.attrs.filter(isHarmless);
    element.childNodes = kept;
    elements.push(...kept);
  }
};

/**
 * The body of an icon that somebody else drew, without anything that could run, load or style: shapes, paint and motion
 * stay. Empty for a body that closes its `svg`.
 */
export const sanitizeSvg = (body: string): string => {
  const [svg, ...behind] = parseFragment(`<svg>${body}</svg>`).childNodes;
  if (svg === undefined || behind.length > 0 || !defaultTreeAdapter.isElementNode(svg)) return '';
  removeUnsafeParts(svg);
  return serialize(svg);
};
