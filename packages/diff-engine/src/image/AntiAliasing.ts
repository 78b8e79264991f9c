import { brightness } from "./colour.ts"

/** The colours opaque white and opaque black as signed integers. */
const WHITE = -1
const BLACK = 0xff000000 | 0

export interface Grid {
  readonly pixels: Int32Array
  readonly width: number
  readonly height: number
}

/**
 * The maximum number of equal neighbours of a pixel on an edge. A pixel with more equal neighbours is inside an area of
 * one colour.
 */
const ON_EDGE = 2

/** Counts the neighbours that have exactly the colour of a pixel. Adds one for a pixel at the border of the image. */
const equalNeighbours = ({ height, pixels, width }: Grid, x: number, y: number): number => {
  const at = y * width + x
  const own = pixels[at]
  if (x > 0 && x < width - 1 && y > 0 && y < height - 1) {
    const above = at - width
    const below = at + width
    return (
      (pixels[above - 1] === own ? 1 : 0) +
      (pixels[above] === own ? 1 : 0) +
      (pixels[above + 1] === own ? 1 : 0) +
      (pixels[at - 1] === own ? 1 : 0) +
      (pixels[at + 1] === own ? 1 : 0) +
      (pixels[below - 1] === own ? 1 : 0) +
      (pixels[below] === own ? 1 : 0) +
      (pixels[below + 1] === own ? 1 : 0)
    )
  }
  let equal = 1
  for (let j = Math.max(0, y - 1); j <= Math.min(height - 1, y + 1); j++) {
    for (let i = Math.max(0, x - 1); i <= Math.min(width - 1, x + 1); i++) {
      if ((i !== x || j !== y) && pixels[j * width + i] === own) equal++
    }
  }
  return equal
}

const UNKNOWN = 0
const IN_BOTH = 1
const NOT_IN_BOTH = 2

/**
 * Finds anti-aliased pixels (Vyšniauskas, "Anti-aliased pixel and intensity slope detector", 2009). Such a pixel has a
 * darker and a brighter neighbour, and its darkest or its brightest neighbour is inside an area of one colour in both
 * images.
 */
export class AntiAliasing {
  readonly #old: Grid
  readonly #next: Grid
  /**
   * For each pixel of the compared rows of the newer image: whether its position is inside an area of one colour in
   * both images.
   */
  readonly #areas: Uint8Array
  readonly #first: number
  #down = 0

  /** Prepares the comparison of the rows from `top` to `bottom` (exclusive) of the newer image. */
  constructor(old: Grid, next: Grid, top: number, bottom: number) {
    this.#old = old
    this.#next = next
    const from = Math.max(0, top - 1)
    this.#first = from * next.width
    this.#areas = new Uint8Array((Math.min(next.height, bottom + 1) - from) * next.width)
  }

  /**
   * Sets the offset of the rows from `top` to `bottom` (exclusive) of the newer image: they are `down` rows lower than
   * in the older image.
   */
  align(down: number, top: number, bottom: number): void {
    if (down !== this.#down) {
      const from = (top - 1) * this.#next.width - this.#first
      this.#areas.fill(UNKNOWN, Math.max(0, from), Math.max(0, (bottom + 1) * this.#next.width - this.#first))
    }
    this.#down = down
  }

  /** Returns whether a pixel of the newer image, or the same position in the older image, is anti-aliased. */
  has(x: number, y: number): boolean {
    return this.#isSmoothed(this.#next, x, y, 0) || this.#isSmoothed(this.#old, x, y - this.#down, this.#down)
  }

  /**
   * Returns whether a pixel is inside an area of one colour in both images. `at` is the index of the pixel in the newer
   * image.
   */
  #isInBoth(at: number): boolean {
    const known = this.#areas[at - this.#first]
    if (known === undefined) return false
    if (known !== UNKNOWN) return known === IN_BOTH
    const { width } = this.#next
    const y = Math.floor(at / width)
    const x = at - y * width
    const oldY = y - this.#down
    const found =
      oldY >= 0 &&
      oldY < this.#old.height &&
      equalNeighbours(this.#next, x, y) > ON_EDGE &&
      equalNeighbours(this.#old, x, oldY) > ON_EDGE
    this.#areas[at - this.#first] = found ? IN_BOTH : NOT_IN_BOTH
    return found
  }

  /** Returns whether a pixel of `image` is anti-aliased. The same position is `down` rows lower in the newer image. */
  #isSmoothed(image: Grid, x: number, y: number, down: number): boolean {
    const { height, pixels, width } = image
    const own = pixels[y * width + x] ?? 0
    // No neighbour is brighter than white or darker than black. Most pixels of a page are white, and few others are on
    // an edge.
    if (own === WHITE || own === BLACK || equalNeighbours(image, x, y) > ON_EDGE) return false
    const left = x === 0 ? 0 : x - 1
    const right = x === width - 1 ? x : x + 1
    const top = y === 0 ? 0 : y - 1
    const bottom = y === height - 1 ? y : y + 1
    const ownBrightness = brightness(own)
    // The loop also counts the pixel itself as equal, so the count starts at one less.
    let equal = left === x || right === x || top === y || bottom === y ? 0 : -1
    let darkest = 0
    let brightest = 0
    let darkAt = 0
    let brightAt = 0
    for (let j = top; j <= bottom; j++) {
      for (let at = j * width + left, end = j * width + right; at <= end; at++) {
        const pixel = pixels[at] ?? 0
        const delta = pixel === own ? 0 : brightness(pixel) - ownBrightness
        if (delta === 0) equal++
        else if (delta < darkest) {
          darkest = delta
          darkAt = at
        } else if (delta > brightest) {
          brightest = delta
          brightAt = at
        }
      }
    }
    if (darkest === 0 || brightest === 0 || equal > ON_EDGE) return false
    const shift = down * width
    return this.#isInBoth(darkAt + shift) || this.#isInBoth(brightAt + shift)
  }
}
