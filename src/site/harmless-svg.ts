import 'server-only';
import sanitizeHtml from 'sanitize-html';

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

const isLocal = (name: string, value: string): boolean =>
  /^(?:xlink:)?href$/.test(name) ? /^#[\w-]+$/.test(value) : !/url\s*\((?!\s*["']?#)/i.test(value);

/**
 * The body of an icon that somebody else drew, without anything that could run, load or style: shapes, paint and motion
 * stay.
 */
export const toHarmlessSvg = (body: string): string =>
  sanitizeHtml(body, {
    allowedTags: [...SHAPES, ...PAINT, ...MOTION],
    allowedAttributes: { '*': ['id', 'href', 'xlink:href', ...`${GEOMETRY} ${LOOK} ${TIMING}`.split(' ')] },
    transformTags: {
      '*': (tagName, attributes) => ({
        tagName,
        attribs: Object.fromEntries(Object.entries(attributes).filter(([name, value]) => isLocal(name, value))),
      }),
    },
    selfClosing: ['circle', 'ellipse', 'line', 'path', 'polygon', 'polyline', 'rect', 'stop', 'use'],
    parser: { xmlMode: true, lowerCaseTags: false, lowerCaseAttributeNames: false },
  });
