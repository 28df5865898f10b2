/** The inside of an icon. */
export type Drawing = { readonly body: string; readonly viewBox: string };

export type IconSvgProps = {
  /** Edge in CSS pixels. */
  readonly size: number;
  /** What the icon says where no text beside it says the same. Without it the icon is decoration. */
  readonly label?: string | undefined;
  readonly className?: string | undefined;
};

/** An icon, or the empty box of its size while it has no drawing. */
export const IconSvg = ({ drawing, size, label, className }: IconSvgProps & { readonly drawing: Drawing | null }) => (
  <svg
    className={className}
    width={size}
    height={size}
    viewBox={drawing?.viewBox ?? '0 0 24 24'}
    focusable="false"
    {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    // biome-ignore lint/security/noDangerouslySetInnerHtml: from an installed set, or sanitised by our icon endpoint
    dangerouslySetInnerHTML={{ __html: drawing?.body ?? '' }}
  />
);
