import { describe, expect, it } from "vitest"
import { diffImages, drawOverlay, type RasterImage, rowHashes } from "../src/index.ts"

const WHITE = [255, 255, 255, 255] as const
const image = (width: number, height: number, paint: (x: number, y: number) => ReadonlyArray<number> = () => WHITE): RasterImage => {
  const data = new Uint8Array(width * height * 4)
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) data.set(paint(x, y), (y * width + x) * 4)
  return { width, height, data }
}
const stripes = (x: number, y: number) => [(x * 7) % 256, (y * 13) % 256, ((x + y) * 3) % 256, 255]

describe("images", () => {
  it("that are the same do not differ", () => {
    expect(diffImages(image(40, 30, stripes), image(40, 30, stripes))).toEqual({ changed: false, changedPixels: 0, changedRatio: 0, boxes: [] })
  })

  it("differ where a rectangle was drawn, and the box fits it", () => {
    const after = image(200, 100, (x, y) => x >= 50 && x < 90 && y >= 20 && y < 30 ? [200, 0, 0, 255] : WHITE)
    expect(diffImages(image(200, 100), after)).toEqual({
      changed: true,
      changedPixels: 400,
      changedRatio: 0.02,
      boxes: [{ x: 50, y: 20, width: 40, height: 10 }]
    })
  })

  it("have a box for each place", () => {
    const after = image(300, 300, (x, y) => (x < 10 && y < 10) || (x > 250 && y > 250) ? [0, 0, 0, 255] : WHITE)
    expect(diffImages(image(300, 300), after).boxes).toEqual([{ x: 0, y: 0, width: 10, height: 10 }, { x: 251, y: 251, width: 49, height: 49 }])
  })

  it("that differ less than an eye sees do not differ", () => {
    expect(diffImages(image(20, 20), image(20, 20, () => [252, 253, 254, 255])).changed).toBe(false)
  })

  it("whose content moved down differ only by what was put in", () => {
    const before = image(50, 100, stripes)
    const after = image(50, 110, (x, y) => y < 40 ? stripes(x, y) : y < 50 ? [0, 0, 255, 255] : stripes(x, y - 10))
    expect(diffImages(before, after)).toMatchObject({ changedPixels: 500, boxes: [{ x: 0, y: 40, width: 50, height: 10 }] })
  })

  it("of different widths differ everywhere", () => {
    expect(diffImages(image(10, 10), image(12, 10)).changedRatio).toBe(1)
  })

  it("with smoothed edges that moved by less than a pixel do not differ", () => {
    const edge = (shade: number) => (x: number) => x < 10 ? [0, 0, 0, 255] : x === 10 ? [shade, shade, shade, 255] : [...WHITE]
    expect(diffImages(image(30, 30, edge(100)), image(30, 30, edge(160))).changed).toBe(false)
    expect(diffImages(image(30, 30, edge(100)), image(30, 30, edge(160)), { antialiasing: true }).changed).toBe(true)
  })

  it("whose data do not fit their size are refused", () => {
    expect(() => diffImages(image(2, 2), { width: 3, height: 2, data: new Uint8Array(16) })).toThrow("not an image: 3 by 2 pixels and 16 bytes")
  })

  it("rows with the same pixels have the same number, others another", () => {
    const hashes = rowHashes(image(30, 4, (x, y) => y === 2 ? stripes(x, 1) : stripes(x, y)))
    expect(hashes[2]).toBe(hashes[1])
    expect(new Set(hashes).size).toBe(3)
  })

  it("an overlay keeps what changed and pales the rest", () => {
    const overlay = drawOverlay(image(20, 20, () => [0, 0, 0, 255]), [{ x: 8, y: 8, width: 4, height: 4 }])
    expect(Array.from(overlay.data.slice((9 * 20 + 9) * 4, (9 * 20 + 9) * 4 + 4))).toEqual([0, 0, 0, 255])
    expect(Array.from(overlay.data.slice(0, 4))).toEqual([166, 166, 166, 255])
    expect(Array.from(overlay.data.slice((7 * 20 + 9) * 4, (7 * 20 + 9) * 4 + 4))).toEqual([215, 38, 61, 255])
  })
})
