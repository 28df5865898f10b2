/** An image of a gallery. */
export type LightboxImage = {
  /** The URL hash while the image is open, and the id of its item in the gallery. */
  readonly id: string;
  readonly url: string;
  readonly alt: string;
  /** In pixels, as reported by the CMS. */
  readonly width: number;
  readonly height: number;
  /** The URL of an already loaded smaller version, shown while the full image loads. */
  readonly preview?: string;
};
