type SvgSceneProps = {
  /** The drawing `/pictures/{name}.svg`. */
  readonly name: string;
  /** Empty where the text beside it says the same. */
  readonly alt: string;
  readonly width: number;
  readonly height: number;
  readonly isPriority?: boolean;
  readonly className?: string | undefined;
};

/** A drawn scene. */
export const SvgScene = ({ name, alt, width, height, isPriority = false, className }: SvgSceneProps) => (
  <img
    src={`/pictures/${name}.svg`}
    alt={alt}
    width={width}
    height={height}
    loading={isPriority ? 'eager' : 'lazy'}
    decoding="async"
    className={className}
  />
);
