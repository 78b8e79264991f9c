import * as fc from "fast-check"
import { PNG } from "pngjs"
import { describe, expect, it } from "vitest"
import { AntiAliasing } from "../src/image/AntiAliasing.ts"
import { colourDelta, MAX_DELTA } from "../src/image/colour.ts"
import { diffImages, drawOverlay, type RasterImage, rowBands, rowHashes } from "../src/index.ts"

const WHITE = [255, 255, 255, 255] as const
const image = (
  width: number,
  height: number,
  paint: (x: number, y: number) => ReadonlyArray<number> = () => WHITE
): RasterImage => {
  const data = new Uint8Array(width * height * 4)
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) data.set(paint(x, y), (y * width + x) * 4)
  return { width, height, data }
}
const stripes = (x: number, y: number) => [(x * 7) % 256, (y * 13) % 256, ((x + y) * 3) % 256, 255]

describe("images", () => {
  it("do not differ when they are the same", () => {
    expect(diffImages(image(40, 30, stripes), image(40, 30, stripes))).toEqual({
      changed: false,
      changedPixels: 0,
      changedRatio: 0,
      boxes: []
    })
  })

  it("differ where a rectangle was drawn, and the box fits it exactly", () => {
    const after = image(200, 100, (x, y) => (x >= 50 && x < 90 && y >= 20 && y < 30 ? [200, 0, 0, 255] : WHITE))
    expect(diffImages(image(200, 100), after)).toEqual({
      changed: true,
      changedPixels: 400,
      changedRatio: 0.02,
      boxes: [{ x: 50, y: 20, width: 40, height: 10 }]
    })
  })

  it("have one box for each changed area", () => {
    const after = image(300, 300, (x, y) => ((x < 10 && y < 10) || (x > 250 && y > 250) ? [0, 0, 0, 255] : WHITE))
    expect(diffImages(image(300, 300), after).boxes).toEqual([
      { x: 0, y: 0, width: 10, height: 10 },
      { x: 251, y: 251, width: 49, height: 49 }
    ])
  })

  it("do not differ by less than the eye can see", () => {
    expect(
      diffImages(
        image(20, 20),
        image(20, 20, () => [252, 253, 254, 255])
      ).changed
    ).toBe(false)
  })

  it("differ only by the inserted rows when the content moved down", () => {
    const before = image(50, 100, stripes)
    const after = image(50, 110, (x, y) => (y < 40 ? stripes(x, y) : y < 50 ? [0, 0, 255, 255] : stripes(x, y - 10)))
    expect(diffImages(before, after)).toMatchObject({
      changedPixels: 500,
      boxes: [{ x: 0, y: 40, width: 50, height: 10 }]
    })
  })

  it("differ everywhere when their widths differ", () => {
    expect(diffImages(image(10, 10), image(12, 10)).changedRatio).toBe(1)
  })

  it("do not differ when anti-aliased edges moved by less than a pixel", () => {
    const edge = (shade: number) => (x: number) =>
      x < 10 ? [0, 0, 0, 255] : x === 10 ? [shade, shade, shade, 255] : [...WHITE]
    expect(diffImages(image(30, 30, edge(100)), image(30, 30, edge(160))).changed).toBe(false)
    expect(diffImages(image(30, 30, edge(100)), image(30, 30, edge(160)), { antialiasing: true }).changed).toBe(true)
  })

  it("are rejected when their data does not match their size", () => {
    expect(() => diffImages(image(2, 2), { width: 3, height: 2, data: new Uint8Array(16) })).toThrow(
      "diffImages: after must be an image"
    )
  })

  it("have equal hashes only for rows with the same pixels", () => {
    const hashes = rowHashes(image(30, 4, (x, y) => (y === 2 ? stripes(x, 1) : stripes(x, y))))
    expect(hashes[2]).toBe(hashes[1])
    expect(new Set(hashes).size).toBe(3)
  })

  it("have an overlay with changes in full colour and the rest faded", () => {
    const overlay = drawOverlay(
      image(20, 20, () => [0, 0, 0, 255]),
      [{ x: 8, y: 8, width: 4, height: 4 }]
    )
    expect(Array.from(overlay.data.slice((9 * 20 + 9) * 4, (9 * 20 + 9) * 4 + 4))).toEqual([0, 0, 0, 255])
    expect(Array.from(overlay.data.slice(0, 4))).toEqual([166, 166, 166, 255])
    expect(Array.from(overlay.data.slice((7 * 20 + 9) * 4, (7 * 20 + 9) * 4 + 4))).toEqual([215, 38, 61, 255])
  })

  it("of the same height differ only by the inserted rows when the content moved down", () => {
    const before = image(50, 100, stripes)
    const after = image(50, 100, (x, y) => (y < 40 ? stripes(x, y) : y < 50 ? [0, 0, 255, 255] : stripes(x, y - 10)))
    const { boxes, changedPixels } = diffImages(before, after)
    expect(boxes[0]).toEqual({ x: 0, y: 40, width: 50, height: 10 })
    expect(changedPixels).toBe(1_000)
  })

  it("are accepted as decoded from files", () => {
    const png = new PNG({ width: 40, height: 20 })
    png.data.fill(255)
    const before = PNG.sync.read(PNG.sync.write(png))
    png.data.fill(0, 10 * 40 * 4, 10 * 40 * 4 + 3)
    const after = PNG.sync.read(PNG.sync.write(png))
    expect(diffImages(before, after)).toMatchObject({ changedPixels: 1, boxes: [{ x: 0, y: 10, width: 1, height: 1 }] })
  })

  const shade = fc.constantFrom(0, 40, 128, 200, 250, 255)
  const pair = fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 12 })).chain(([width, height]) => {
    const pixels = fc.array(shade, { minLength: width * height, maxLength: width * height })
    const changes = fc.array(fc.tuple(fc.nat(width * height - 1), shade), { maxLength: 6 })
    return fc.tuple(pixels, changes).map(([shades, changed]) => {
      const paint = (values: ReadonlyArray<number>) =>
        image(width, height, (x, y) => {
          const value = values[y * width + x] ?? 0
          return [value, value, value, 255]
        })
      const next = [...shades]
      for (const [at, value] of changed) next[at] = value
      return [paint(shades), paint(next)] as const
    })
  })

  it("have as many changed pixels as a comparison of every pixel finds", () => {
    fc.assert(
      fc.property(pair, ([before, after]) => {
        const { height, width } = after
        const a = { width, height, pixels: new Int32Array(before.data.slice().buffer) }
        const b = { width, height, pixels: new Int32Array(after.data.slice().buffer) }
        const smoothed = new AntiAliasing(a, b, 0, height)
        let changed = 0
        for (let y = 0; y < height; y++) {
          for (let x = 0; x < width; x++) {
            const at = y * width + x
            if (colourDelta(a.pixels[at] ?? 0, b.pixels[at] ?? 0) > 0.01 * MAX_DELTA && !smoothed.has(x, y)) changed++
          }
        }
        const diff = diffImages(before, after)
        const inPlace = Array.from({ length: height }, (_, y) => y).filter((y) =>
          a.pixels.subarray(y * width, (y + 1) * width).some((pixel, x) => pixel !== b.pixels[y * width + x])
        )
        if (inPlace.length <= height / 4) expect(diff.changedPixels).toBe(changed)
        expect(diff.boxes.length > 0).toBe(diff.changed)
      }),
      { numRuns: 300 }
    )
  })

  it("have row bands that are computed from stored hashes alone", () => {
    const before = image(30, 40, stripes)
    const after = image(30, 44, (x, y) => (y < 10 ? stripes(x, y) : y < 14 ? [1, 2, 3, 255] : stripes(x, y - 4)))
    expect(rowBands(rowHashes(before), rowHashes(after))).toEqual([{ y: 10, height: 4 }])
    expect(rowBands(rowHashes(after), rowHashes(before))).toEqual([{ y: 10, height: 0 }])
    expect(rowBands(rowHashes(before), rowHashes(before))).toEqual([])
  })
})
