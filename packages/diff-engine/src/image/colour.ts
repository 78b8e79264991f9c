/** The greatest possible difference in YIQ space. */
const MAX_DELTA = 35_215

const blend = (value: number, alpha: number): number => 255 + (value - 255) * alpha

/**
 * Difference of two colours in YIQ space as perceived by people, 0 to 1 (Kotsarenko and Ramos, "Measuring perceived
 * color difference", 2010). Transparent pixels are blended with white.
 */
export const colourDelta = (a: number, b: number): number => {
  if (a === b) return 0
  const alphaA = (a >>> 24) / 255
  const alphaB = (b >>> 24) / 255
  const r = blend(a & 255, alphaA) - blend(b & 255, alphaB)
  const g = blend((a >>> 8) & 255, alphaA) - blend((b >>> 8) & 255, alphaB)
  const u = blend((a >>> 16) & 255, alphaA) - blend((b >>> 16) & 255, alphaB)
  const y = r * 0.29889531 + g * 0.58662247 + u * 0.11448223
  const i = r * 0.59597799 - g * 0.2741761 - u * 0.32180189
  const q = r * 0.21147017 - g * 0.52261711 + u * 0.31114694
  return (0.5053 * y * y + 0.299 * i * i + 0.1957 * q * q) / MAX_DELTA
}

const brightness = (pixel: number): number => {
  const alpha = (pixel >>> 24) / 255
  return (
    blend(pixel & 255, alpha) * 0.29889531 +
    blend((pixel >>> 8) & 255, alpha) * 0.58662247 +
    blend((pixel >>> 16) & 255, alpha) * 0.11448223
  )
}

/** Pixels of an image, row by row. */
export interface Grid {
  readonly pixels: Int32Array
  readonly width: number
  readonly height: number
}

/**
 * Whether at least three neighbours have exactly the colour of a pixel, so that it is in an area and not on an edge.
 */
const inArea = ({ height, pixels, width }: Grid, x: number, y: number): boolean => {
  if (y < 0 || y >= height) return false
  let equal = x === 0 || x === width - 1 || y === 0 || y === height - 1 ? 1 : 0
  const own = pixels[y * width + x]
  for (let j = Math.max(0, y - 1); j <= Math.min(height - 1, y + 1); j++) {
    for (let i = Math.max(0, x - 1); i <= Math.min(width - 1, x + 1); i++) {
      if ((i !== x || j !== y) && pixels[j * width + i] === own && ++equal > 2) return true
    }
  }
  return false
}

/**
 * Whether a pixel is anti-aliased (Vyšniauskas, "Anti-aliased pixel and intensity slope detector", 2009): it has a
 * darker and a brighter neighbour, and the darkest or the brightest one is in an area in both images. `down` is how
 * many rows lower the same place is in the other image.
 */
export const isSmoothed = (image: Grid, other: Grid, x: number, y: number, down: number): boolean => {
  const { height, pixels, width } = image
  const own = brightness(pixels[y * width + x] ?? 0)
  let equal = x === 0 || x === width - 1 || y === 0 || y === height - 1 ? 1 : 0
  let darkest = 0
  let brightest = 0
  let darkX = x
  let darkY = y
  let brightX = x
  let brightY = y
  for (let j = Math.max(0, y - 1); j <= Math.min(height - 1, y + 1); j++) {
    for (let i = Math.max(0, x - 1); i <= Math.min(width - 1, x + 1); i++) {
      if (i === x && j === y) continue
      const delta = brightness(pixels[j * width + i] ?? 0) - own
      if (delta === 0) {
        if (++equal > 2) return false
      } else if (delta < darkest) {
        darkest = delta
        darkX = i
        darkY = j
      } else if (delta > brightest) {
        brightest = delta
        brightX = i
        brightY = j
      }
    }
  }
  if (darkest === 0 || brightest === 0) return false
  const both = (i: number, j: number) => inArea(image, i, j) && inArea(other, i, j + down)
  return both(darkX, darkY) || both(brightX, brightY)
}
