/** subset-font 2.9 has no types, and the published ones are for 2.3. These cover only what is used here. */
declare module 'subset-font' {
  export default function subsetFont(
    font: Uint8Array,
    characters: string,
    options: {
      readonly targetFormat: 'truetype';
      readonly keepFeatures: readonly string[];
      readonly dropTables?: readonly string[];
      readonly variationAxes?: Readonly<Record<string, { readonly min: number; readonly max: number }>>;
    },
  ): Promise<Buffer>;
}

/** fontverter has no types. */
declare module 'fontverter' {
  export function convert(font: Uint8Array, format: 'woff2'): Promise<Buffer>;
}
