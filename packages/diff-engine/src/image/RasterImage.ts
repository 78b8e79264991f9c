/** The pixels of an image, four bytes each (red, green, blue, alpha), row by row from the top left. */
export interface RasterImage {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array | Uint8ClampedArray
}

/** A rectangle in the newer image, in pixels. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/**
 * An area that a comparison ignores: a rectangle or a mask. A mask has the size of the newer image. It ignores the
 * pixels where the mask is not fully transparent.
 */
export type IgnoredArea = Box | RasterImage

/** The differences between two images. */
export interface ImageDiff {
  readonly changed: boolean
  /** The number of pixels that differ visibly. If only one of the images has a row, all pixels of the row count. */
  readonly changedPixels: number
  /** The share of changed pixels among all pixels of the larger image, including its ignored areas. 0 to 1. */
  readonly changedRatio: number
  /** The changed areas, from top to bottom. If there are more than 100, the remaining areas are joined into one. */
  readonly boxes: ReadonlyArray<Box>
}

/** Options for the comparison of images. */
export interface ImageDiffOptions {
  /** The smallest colour difference that makes a pixel count as changed, 0 to 1. Default: 0.1 (as in pixelmatch). */
  readonly threshold?: number
  /** Whether anti-aliased pixels count as changed. Default: false. */
  readonly antialiasing?: boolean
  /**
   * Areas that may differ, such as an advertisement or a clock. The comparison ignores a pixel if its position in
   * either image is inside one of these areas. The areas do not make images of different widths equal. Default: none.
   */
  readonly ignore?: ReadonlyArray<IgnoredArea>
}

export const pixelsOf = ({ data, height, width }: RasterImage): Int32Array => {
  const aligned = data.byteOffset % 4 === 0 ? data : data.slice()
  return new Int32Array(aligned.buffer, aligned.byteOffset, width * height)
}
