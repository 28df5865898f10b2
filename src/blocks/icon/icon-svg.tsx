/** The content (`body`) and the `viewBox` of the `svg` element of an icon. */
export type Drawing = { readonly body: string; readonly viewBox: string };

type IconSvgProps = {
  readonly drawing: Drawing | null;
  /** Width and height in CSS pixels. */
  readonly size: number;
};

/** A decorative icon, or an empty box of the same size if `drawing` is null. */
export const IconSvg = ({ drawing, size }: IconSvgProps) => (
  <svg
    width={size}
    height={size}
    viewBox={drawing?.viewBox ?? '0 0 24 24'}
    aria-hidden="true"
    // biome-ignore lint/security/noDangerouslySetInnerHtml: from an installed set, or sanitized by our icon endpoint
    dangerouslySetInnerHTML={{ __html: drawing?.body ?? '' }}
  />
);
