import { argumentsOf } from "@mon/bundled/arguments"
import { rasterImage } from "../argumentKinds.ts"
import { pixelsOf, type RasterImage } from "./RasterImage.ts"

const acceptRowHashes = /* @__PURE__ */ argumentsOf("rowHashes", () => ({ image: rasterImage() }))

/** The initial value of the 32-bit FNV-1a hash. Each step of the hash reads one pixel. */
const START = 0x811c9dc5 | 0
const PRIME = 0x01000193

/**
 * Returns a hash of each row, from the top. If you store the hashes with a screenshot (4 bytes per row), {@link
 * rowBands} can compare the screenshot with a later one without the pixels of the stored screenshot.
 *
 * @throws TypeError if the data of the image does not match its size
 */
export const rowHashes = (image: RasterImage): Int32Array => {
  acceptRowHashes(image)
  const pixels = pixelsOf(image)
  const { height, width } = image
  const hashes = new Int32Array(height)
  // Hashes four rows at once. Each step of a hash depends on the previous step, but a processor can run four hashes in
  // parallel.
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
