import { pixelsOf, type RasterImage } from "./RasterImage.ts"

/**
 * A number for each row, from the top; rows with the same pixels have the same one. Keep them beside a screenshot (4 bytes a row, little-endian when
 * written as they are in memory) and {@link rowBands} needs no second look at its pixels.
 *
 * @throws TypeError when the data of the image do not fit its size
 */
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
