/** The content (`body`) and the `viewBox` of the `svg` element of an icon. */
export type Drawing = { readonly body: string; readonly viewBox: string };

export type IconSvgProps = {
  /** Width and height in CSS pixels. */
  readonly size: number;
  /** The accessible name. Without it, the icon is decorative. */
  readonly label?: string | undefined;
  readonly className?: string | undefined;
};

/** An icon, or an empty box of the same size if `drawing` is null. */
export const IconSvg = ({ drawing, size, label, className }: IconSvgProps & { readonly drawing: Drawing | null }) => (
  <svg
    className={className}
    width={size}
    height={size}
    viewBox={drawing?.viewBox ?? '0 0 24 24'}
    {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    // biome-ignore lint/security/noDangerouslySetInnerHtml: from an installed set, or sanitized by our icon endpoint
    dangerouslySetInnerHTML={{ __html: drawing?.body ?? '' }}
  />
);
