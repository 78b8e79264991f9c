import { argumentsOf } from "@mon/arguments"
import { rasterImage } from "../argumentKinds.ts"
import { pixelsOf, type RasterImage } from "./RasterImage.ts"

const acceptRowHashes = /* @__PURE__ */ argumentsOf("rowHashes", () => ({ image: rasterImage() }))

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
  let at = 0
  for (let y = 0; y < height; y++) {
    let hash = 0x811c9dc5 | 0
    const end = at + width
    for (; at < end; at++) hash = Math.imul(hash ^ (pixels[at] ?? 0), 0x01000193) ^ (hash >>> 15)
    hashes[y] = hash
  }
  return hashes
}
