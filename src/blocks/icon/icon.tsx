import 'server-only';
import { iconToSVG } from '@iconify/utils';
import { findInstalledIcon, INSTALLED_COLLECTION, isIconName } from '../../site/installed-icons.ts';
import { type Drawing, IconSvg } from './icon-svg.tsx';
import { RuntimeIcon } from './runtime-icon.client.tsx';

type IconProps = {
  /** An Iconify name: `tabler:route`, or `route` for short. */
  readonly name: string;
  /** Width and height in CSS pixels. */
  readonly size?: number;
};

const cache = new Map<string, Drawing | null>();

const draw = (collection: string, bare: string): Drawing | null => {
  const name = `${collection}:${bare}`;
  const cached = cache.get(name);
  if (cached !== undefined) return cached;
  const data = findInstalledIcon(collection, bare);
  if (!data) console.warn(`Icon "${name}" is not in the installed sets.`);
  const svg = data && iconToSVG(data);
  const drawing = svg ? { body: svg.body, viewBox: svg.attributes.viewBox } : null;
  cache.set(name, drawing);
  return drawing;
};

/**
 * Icons of the installed set are inlined by the server. Any other icon is an empty box until the browser has fetched its
 * drawing from the icon endpoint. An icon with an invalid name stays an empty box.
 */
export const Icon = ({ name, size = 24 }: IconProps) => {
  const [collection = '', bare = ''] = name.includes(':') ? name.split(':', 2) : [INSTALLED_COLLECTION, name];
  if (!isIconName(collection) || !isIconName(bare)) return <IconSvg drawing={null} size={size} />;

  const drawing = draw(collection, bare);
  if (drawing) return <IconSvg drawing={drawing} size={size} />;
  return <RuntimeIcon name={`${collection}:${bare}`} size={size} />;
};
