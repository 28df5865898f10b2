/** A picture of a gallery, as the lightbox shows it. */
export type LightboxImage = {
  /** What stands in the address while the picture is open, and the id of its place in the gallery. */
  readonly id: string;
  readonly url: string;
  readonly alt: string;
  /** In pixels, as the content system knows it. */
  readonly width: number;
  readonly height: number;
  /** An address that the browser has loaded already, shown until the whole picture is there. */
  readonly preview?: string;
};
