import type { RasterImage } from "@mon/diff-engine"
import { seeded } from "./Texts.ts"

/** Rows of noise with gaps, as lines of text have. */
export const raster = (width: number, height: number): RasterImage => {
  const data = new Uint8Array(width * height * 4)
  const random = seeded(3)
  for (let y = 0; y < height; y++) {
    const inText = y % 24 < 14
    for (let x = 0; x < width; x++)
      data.fill(inText && random() < 0.2 ? 60 : 255, (y * width + x) * 4, (y * width + x) * 4 + 4)
  }
  for (let i = 3; i < data.length; i += 4) data[i] = 255
  return { width, height, data }
}

/** The same image with a rectangle painted on it. */
export const painted = ({ data, height, width }: RasterImage): RasterImage => {
  const copy = data.slice()
  for (let y = 800; y < 840; y++) copy.fill(120, (y * width + 200) * 4, (y * width + 420) * 4)
  return { width, height, data: copy }
}

const GLYPHS = 50
const GLYPH_WIDTH = 8
const GLYPH_HEIGHT = 12
const LINE_HEIGHT = 20
const MARGIN = 40

/** Shades of a character: strokes with a smoothed edge, as browsers draw them. */
const glyph = (random: () => number): Uint8Array => {
  const shades = new Uint8Array(GLYPH_WIDTH * GLYPH_HEIGHT).fill(255)
  for (let stroke = 0; stroke < 3; stroke++) {
    const isVertical = random() < 0.6
    const at = 1 + Math.floor(random() * ((isVertical ? GLYPH_WIDTH : GLYPH_HEIGHT) - 3))
    const length = isVertical ? GLYPH_HEIGHT : GLYPH_WIDTH
    for (let i = 1; i < length - 1; i++) {
      for (const [side, shade] of [40, 90 + Math.floor(random() * 100)].entries()) {
        const index = isVertical ? i * GLYPH_WIDTH + at + side : (at + side) * GLYPH_WIDTH + i
        shades[index] = Math.min(shades[index] ?? 255, shade)
      }
    }
  }
  return shades
}

/** A page of text. */
export const textRaster = (width: number, height: number): RasterImage => {
  const random = seeded(11)
  const glyphs = Array.from({ length: GLYPHS }, () => glyph(random))
  const data = new Uint8Array(width * height * 4).fill(255)
  for (let top = 8; top + GLYPH_HEIGHT < height; top += LINE_HEIGHT) {
    for (let left = MARGIN; left + GLYPH_WIDTH < width - MARGIN; left += GLYPH_WIDTH) {
      if (random() < 0.18) continue
      for (const [index, shade] of (glyphs[Math.floor(random() * GLYPHS)] ?? []).entries()) {
        const x = left + (index % GLYPH_WIDTH)
        const y = top + Math.floor(index / GLYPH_WIDTH)
        data.fill(shade, (y * width + x) * 4, (y * width + x) * 4 + 3)
      }
    }
  }
  return { width, height, data }
}

/** The same image one pixel further right. */
export const shifted = ({ data, height, width }: RasterImage): RasterImage => {
  const out = new Uint8Array(data.length).fill(255)
  for (let y = 0; y < height; y++)
    out.set(data.subarray(y * width * 4, (y * width + width - 1) * 4), (y * width + 1) * 4)
  return { width, height, data: out }
}

/** The same image some rows further down. */
export const scrolled = ({ data, height, width }: RasterImage, rows: number): RasterImage => {
  const out = new Uint8Array(data.length).fill(255)
  out.set(data.subarray(0, Math.max(0, height - rows) * width * 4), rows * width * 4)
  return { width, height, data: out }
}
