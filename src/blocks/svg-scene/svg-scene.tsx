type SvgSceneProps = {
  /** The drawing `/pictures/{name}.svg`. */
  readonly name: string;
  /** Empty where the text beside it says the same. */
  readonly alt: string;
  readonly width: number;
  readonly height: number;
  readonly className?: string | undefined;
};

/** A drawn scene. */
export const SvgScene = ({ name, alt, width, height, className }: SvgSceneProps) => (
  <img
    src={`/pictures/${name}.svg`}
    alt={alt}
    width={width}
    height={height}
    loading="lazy"
    decoding="async"
    className={className}
  />
);
