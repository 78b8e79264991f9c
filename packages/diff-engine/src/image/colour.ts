export const MAX_DELTA = 35_215

const blend = (value: number, alpha: number): number => 255 + (value - 255) * alpha

/**
 * Returns the perceived difference between two colours in YIQ space (Kotsarenko and Ramos, "Measuring perceived color
 * difference", 2010). Blends transparent pixels with white.
 */
export const colourDelta = (a: number, b: number): number => {
  if (a === b) return 0
  let r = (a & 255) - (b & 255)
  let g = ((a >>> 8) & 255) - ((b >>> 8) & 255)
  let u = ((a >>> 16) & 255) - ((b >>> 16) & 255)
  if ((a & b) >>> 24 !== 255) {
    const alphaA = (a >>> 24) / 255
    const alphaB = (b >>> 24) / 255
    r = blend(a & 255, alphaA) - blend(b & 255, alphaB)
    g = blend((a >>> 8) & 255, alphaA) - blend((b >>> 8) & 255, alphaB)
    u = blend((a >>> 16) & 255, alphaA) - blend((b >>> 16) & 255, alphaB)
  }
  const y = r * 0.29889531 + g * 0.58662247 + u * 0.11448223
  const i = r * 0.59597799 - g * 0.2741761 - u * 0.32180189
  const q = r * 0.21147017 - g * 0.52261711 + u * 0.31114694
  return 0.5053 * y * y + 0.299 * i * i + 0.1957 * q * q
}

export const brightness = (pixel: number): number => {
  const r = pixel & 255
  const g = (pixel >>> 8) & 255
  const b = (pixel >>> 16) & 255
  if (pixel >>> 24 === 255) return r * 0.29889531 + g * 0.58662247 + b * 0.11448223
  const alpha = (pixel >>> 24) / 255
  return blend(r, alpha) * 0.29889531 + blend(g, alpha) * 0.58662247 + blend(b, alpha) * 0.11448223
}
