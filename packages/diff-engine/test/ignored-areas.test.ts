import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { diffImages, type RasterImage } from "../src/index.ts"

const image = (width: number, height: number, shade: (x: number, y: number) => number): RasterImage => {
  const data = new Uint8Array(width * height * 4)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const value = shade(x, y)
      data.set([value, value, value, 255], (y * width + x) * 4)
    }
  }
  return { width, height, data }
}
const rows = (x: number, y: number) => (x * 7 + y * 31) % 200
const isIn = (x: number, y: number) => x >= 10 && x < 30 && y >= 40 && y < 60
const AREA = { x: 10, y: 40, width: 20, height: 20 }
const before = image(50, 100, rows)

const maskOf = (width: number, height: number, ignores: (x: number, y: number) => boolean): RasterImage => {
  const data = new Uint8Array(width * height * 4)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) if (ignores(x, y)) data[(y * width + x) * 4 + 3] = 255
  return { width, height, data }
}

describe("an ignored area", () => {
  it("may differ, as a rectangle or as a mask", () => {
    const after = image(50, 100, (x, y) => (isIn(x, y) ? 255 : rows(x, y)))
    expect(diffImages(before, after).changed).toBe(true)
    const same = { changed: false, changedPixels: 0, changedRatio: 0, boxes: [] }
    expect(diffImages(before, after, { ignore: [AREA] })).toEqual(same)
    expect(diffImages(before, after, { ignore: [maskOf(50, 100, isIn)] })).toEqual(same)
  })

  it("hides no change beside it", () => {
    const after = image(50, 100, (x, y) => (isIn(x, y) || (x === 30 && y < 50) ? 255 : rows(x, y)))
    expect(diffImages(before, after, { ignore: [AREA] }).boxes).toEqual([{ x: 30, y: 0, width: 1, height: 50 }])
  })

  it("may differ after content above it moved it down", () => {
    const after = image(50, 110, (x, y) => (y < 10 ? 255 : isIn(x, y - 10) ? 250 : rows(x, y - 10)))
    expect(diffImages(before, after, { ignore: [AREA] })).toMatchObject({
      changedPixels: 500,
      boxes: [{ x: 0, y: 0, width: 50, height: 10 }]
    })
  })

  it("may become higher or lower", () => {
    const after = image(50, 110, (x, y) => (y < 50 ? rows(x, y) : y < 60 ? 255 : rows(x, y - 10)))
    const whole = { x: 0, y: 45, width: 50, height: 20 }
    expect(diffImages(before, after, { ignore: [whole] }).changed).toBe(false)
    expect(diffImages(after, before, { ignore: [whole] }).changed).toBe(false)
  })

  it("may reach beyond the image", () => {
    const after = image(50, 100, (x, y) => (x >= 40 ? 255 : rows(x, y)))
    expect(diffImages(before, after, { ignore: [{ x: 39.5, y: -5, width: 1e9, height: 1e9 }] }).changed).toBe(false)
  })

  it("is refused as a mask of another size", () => {
    expect(() => diffImages(before, before, { ignore: [AREA, maskOf(10, 10, () => true)] })).toThrow(
      "diffImages: options.ignore[1] must be a mask of 50 by 100 pixels, as the newer image has, but it has 10 by 10."
    )
  })

  it("is refused with another shape", () => {
    const wrong = (ignore: unknown) => () => diffImages(before, before, { ignore } as object)
    expect(wrong({})).toThrow("diffImages: options.ignore must be an array of rectangles and masks")
    expect(wrong([{ x: 1, y: 2, width: 3 }])).toThrow("diffImages: options.ignore[0].height")
    expect(wrong([{ ...AREA, height: -1 }])).toThrow(
      "diffImages: options.ignore[0].height must be a number of at least 0"
    )
    expect(wrong(["10,10,5,5"])).toThrow("diffImages: options.ignore[0] must be a rectangle")
  })

  it("never adds a changed pixel, and never hides one outside", () => {
    const area = fc.record({
      x: fc.integer({ min: -5, max: 25 }),
      y: fc.integer({ min: -5, max: 25 }),
      width: fc.nat(15),
      height: fc.nat(15)
    })
    const point = fc.tuple(fc.nat(19), fc.nat(19))
    fc.assert(
      fc.property(fc.array(area, { maxLength: 3 }), fc.array(point, { maxLength: 4 }), (ignore, points) => {
        const old = image(20, 20, (x, y) => (x * 13 + y * 29) % 180)
        const changed = new Set(points.map(([x, y]) => y * 20 + x))
        const next = image(20, 20, (x, y) => (changed.has(y * 20 + x) ? 255 : (x * 13 + y * 29) % 180))
        const outside = points.filter(
          ([x, y]) => !ignore.some((box) => x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height)
        )
        const diff = diffImages(old, next, { ignore, antialiasing: true })
        expect(diff.changedPixels).toBe(new Set(outside.map(([x, y]) => y * 20 + x)).size)
      }),
      { numRuns: 200 }
    )
  })
})
