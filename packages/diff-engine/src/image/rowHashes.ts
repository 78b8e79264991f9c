import { pixelsOf, type RasterImage } from "./RasterImage.ts"

/** A number for each row; rows with the same pixels have the same one. */
export const rowHashes = (image: RasterImage): Int32Array => {
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
