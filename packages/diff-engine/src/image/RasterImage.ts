/** Pixels, four bytes each (red, green, blue, alpha), row by row from the top left. */
export interface RasterImage {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array | Uint8ClampedArray
}

/** A rectangle in pixels of the newer image. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** How two images differ. */
export interface ImageDiff {
  readonly changed: boolean
  /** Pixels that a person would see as different; rows that only one image has count in full. */
  readonly changedPixels: number
  /** Their share of the larger image, 0 to 1. */
  readonly changedRatio: number
  /** What differs, from top to bottom; at most 100, the rest is joined. */
  readonly boxes: ReadonlyArray<Box>
}

/** How images are compared. */
export interface ImageDiffOptions {
  /** Difference of colour that counts, 0 to 1; 0.1 unless told (as in pixelmatch). */
  readonly threshold?: number
  /** Whether pixels that differ only by smoothing of edges count; false unless told. */
  readonly antialiasing?: boolean
}

/** One whole number a pixel. @throws TypeError when the size and the data do not fit together. */
export const pixelsOf = ({ data, height, width }: RasterImage): Int32Array => {
  if (
    !Number.isInteger(width) ||
    !Number.isInteger(height) ||
    width < 1 ||
    height < 1 ||
    data.length !== width * height * 4
  ) {
    throw new TypeError(`not an image: ${width} by ${height} pixels and ${data.length} bytes`)
  }
  const aligned = data.byteOffset % 4 === 0 ? data : data.slice()
  return new Int32Array(aligned.buffer, aligned.byteOffset, width * height)
}
