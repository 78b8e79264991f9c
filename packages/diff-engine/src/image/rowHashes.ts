import { argumentsOf } from "@mon/bundled/arguments"
import { rasterImage } from "../argumentKinds.ts"
import { pixelsOf, type RasterImage } from "./RasterImage.ts"

const acceptRowHashes = /* @__PURE__ */ argumentsOf("rowHashes", () => ({ image: rasterImage() }))

/** FNV-1a, 32 bits, over pixels. */
const START = 0x811c9dc5 | 0
const PRIME = 0x01000193

/**
 * A hash of each row, from the top. Store the hashes with a screenshot (4 bytes per row), and {@link rowBands} can
 * compare it with a later one without its pixels.
 *
 * @throws TypeError when the data of the image does not match its size
 */
export const rowHashes = (image: RasterImage): Int32Array => {
  acceptRowHashes(image)
  const pixels = pixelsOf(image)
  const { height, width } = image
  const hashes = new Int32Array(height)
  // Four rows at once: each step of a hash waits for the one before, and a processor can calculate four meanwhile.
  let y = 0
  for (; y + 4 <= height; y += 4) {
    let h0 = START
    let h1 = START
    let h2 = START
    let h3 = START
    for (let at = y * width, end = at + width; at < end; at++) {
      h0 = Math.imul(h0 ^ (pixels[at] ?? 0), PRIME) ^ (h0 >>> 15)
      h1 = Math.imul(h1 ^ (pixels[at + width] ?? 0), PRIME) ^ (h1 >>> 15)
      h2 = Math.imul(h2 ^ (pixels[at + 2 * width] ?? 0), PRIME) ^ (h2 >>> 15)
      h3 = Math.imul(h3 ^ (pixels[at + 3 * width] ?? 0), PRIME) ^ (h3 >>> 15)
    }
    hashes.set([h0, h1, h2, h3], y)
  }
  for (; y < height; y++) {
    let hash = START
    for (let at = y * width, end = at + width; at < end; at++)
      hash = Math.imul(hash ^ (pixels[at] ?? 0), PRIME) ^ (hash >>> 15)
    hashes[y] = hash
  }
  return hashes
}
