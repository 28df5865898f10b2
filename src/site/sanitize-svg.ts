import 'server-only';
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parseFragment, serialize, html as vocabulary } from 'parse5';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

const SHAPES = ['circle', 'ellipse', 'g', 'line', 'path', 'polygon', 'polyline', 'rect', 'symbol', 'use'];
const PAINT = ['clipPath', 'defs', 'linearGradient', 'mask', 'radialGradient', 'stop'];
const MOTION = ['animate', 'animateMotion', 'animateTransform', 'mpath', 'set'];

const GEOMETRY =
  'd cx cy r rx ry x y x1 y1 x2 y2 fx fy width height points pathLength transform transform-origin viewBox';
const PRESENTATION =
  'fill fill-opacity fill-rule stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit ' +
  'stroke-opacity stroke-width opacity color clip-path clip-rule mask paint-order vector-effect offset stop-color stop-opacity ' +
  'gradientUnits gradientTransform spreadMethod maskUnits maskContentUnits clipPathUnits';
const TIMING =
  'attributeName values from to by dur begin end repeatCount calcMode keyTimes keySplines keyPoints additive accumulate ' +
  'type path rotate restart';

const ELEMENTS: ReadonlySet<string> = new Set([...SHAPES, ...PAINT, ...MOTION]);
const ATTRIBUTES: ReadonlySet<string> = new Set(['id', 'href', ...`${GEOMETRY} ${PRESENTATION} ${TIMING}`.split(' ')]);

const isAllowedElement = (node: Node): node is Element =>
  defaultTreeAdapter.isElementNode(node) && node.namespaceURI === vocabulary.NS.SVG && ELEMENTS.has(node.tagName);

const isAllowedAttribute = ({ name, value }: Element['attrs'][number]): boolean => {
  if (!ATTRIBUTES.has(name)) return false;
  return name === 'href' ? /^#[\w-]+$/.test(value) : !/url\s*\((?!\s*["']?#)/i.test(value);
};

const removeUnsafeParts = (svg: Element): void => {
  const elements = [svg];
  for (const element of elements) {
    const allowed = element.childNodes.filter(isAllowedElement);
    element.attrs = element.attrs.filter(isAllowedAttribute);
    element.childNodes = allowed;
    elements.push(...allowed);
  }
};

/**
 * Reduces the body of a third-party icon to allow-listed shapes, paint and animation, so that it cannot run scripts, load
 * resources or style the page. Empty if the body closes its `svg` element.
 */
export const sanitizeSvg = (body: string): string => {
  const [svg, ...trailing] = parseFragment(`<svg>${body}</svg>`).childNodes;
  if (svg === undefined || trailing.length > 0 || !defaultTreeAdapter.isElementNode(svg)) return '';
  removeUnsafeParts(svg);
  return serialize(svg);
};
