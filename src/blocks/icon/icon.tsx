import 'server-only';
import { iconToSVG } from '@iconify/utils';
import { findInstalledIcon, INSTALLED_COLLECTION, isIconName } from '../../site/installed-icons.ts';
import { type Drawing, IconSvg, type IconSvgProps } from './icon-svg.tsx';
import { RuntimeIcon } from './runtime-icon.client.tsx';

type IconProps = Omit<IconSvgProps, 'size'> & {
  /** An Iconify name: `tabler:route`, or `route` for short. */
  readonly name: string;
  /** Edge in CSS pixels. */
  readonly size?: number;
};

const drawn = new Map<string, Drawing | null>();

const draw = (collection: string, bare: string): Drawing | null => {
  const name = `${collection}:${bare}`;
  const known = drawn.get(name);
  if (known !== undefined) return known;
  const data = findInstalledIcon(collection, bare);
  if (!data) console.warn(`Icon "${name}" is not in the installed sets.`);
  const svg = data && iconToSVG(data);
  const drawing = svg ? { body: svg.body, viewBox: svg.attributes.viewBox } : null;
  drawn.set(name, drawing);
  return drawing;
};

/**
 * An icon of the installed set, set into the HTML by the server. Another one keeps its place empty until the browser has
 * it from the icon endpoint; what can be no icon keeps it empty for good.
 */
export const Icon = ({ name, size = 24, ...look }: IconProps) => {
  const [collection = '', bare = ''] = name.includes(':') ? name.split(':', 2) : [INSTALLED_COLLECTION, name];
  if (!isIconName(collection) || !isIconName(bare)) return <IconSvg drawing={null} size={size} {...look} />;

  const drawing = draw(collection, bare);
  if (drawing) return <IconSvg drawing={drawing} size={size} {...look} />;
  return <RuntimeIcon name={`${collection}:${bare}`} size={size} {...look} />;
};
