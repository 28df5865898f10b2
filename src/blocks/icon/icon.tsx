import 'server-only';
import { createRequire } from 'node:module';
import { getIconData, iconToSVG } from '@iconify/utils';

type IconProps = {
  /** An Iconify name of an installed set: `tabler:route`, or `route` for short. */
  readonly name: string;
  /** Edge in CSS pixels. */
  readonly size?: number;
  /** What the icon says where no text beside it says the same. Without it the icon is decoration. */
  readonly label?: string;
  readonly className?: string | undefined;
};

type IconSet = Parameters<typeof getIconData>[0];

const PREFIX = 'tabler';

const readSet: (file: string) => IconSet = createRequire(import.meta.url);

let icons: IconSet | null = null;

/*
 * The set is one JSON file of about 2 MB: 50 ms and 5 MB of heap, once, on the first icon of a process. A generated subset
 * would save that, but editors may name any icon of the set (block `cards`), and the icon endpoint serves the same file.
 * `require` at run time keeps it out of every bundle.
 */
const loadIcons = (): IconSet => {
  icons ??= readSet(`@iconify-json/${PREFIX}/icons.json`);
  return icons;
};

const drawn = new Map<string, { readonly body: string; readonly viewBox: string } | null>();

const draw = (name: string) => {
  const known = drawn.get(name);
  if (known !== undefined) return known;
  const [prefix, bare] = name.includes(':') ? name.split(':', 2) : [PREFIX, name];
  const data = prefix === PREFIX && bare ? getIconData(loadIcons(), bare) : null;
  if (!data) console.warn(`Icon "${name}" is not in the installed sets.`);
  const svg = data && iconToSVG(data);
  const result = svg ? { body: svg.body, viewBox: svg.attributes.viewBox } : null;
  drawn.set(name, result);
  return result;
};

/** An icon of the installed set, set into the HTML by the server. An unknown one keeps its place empty. */
export const Icon = ({ name, size = 24, label, className }: IconProps) => {
  const icon = draw(name);

  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox={icon?.viewBox ?? '0 0 24 24'}
      focusable="false"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the body comes from the installed package
      dangerouslySetInnerHTML={{ __html: icon?.body ?? '' }}
    />
  );
};
