type SvgSceneProps = {
  /** The name of the file, `/pictures/{name}.svg`. */
  readonly name: string;
  /** Empty if the text next to it says the same. */
  readonly alt: string;
  readonly width: number;
  readonly height: number;
  readonly className?: string | undefined;
};

/** An illustration. */
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
