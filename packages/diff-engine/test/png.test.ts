import { crc32, deflateSync } from "node:zlib"
import * as fc from "fast-check"
import { PNG } from "pngjs"
import { describe, expect, it } from "vitest"
import { isPng, PngError, readPng } from "../src/cli/readPng.ts"

const chunk = (name: string, content: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(name, "latin1"), content])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

interface Spec {
  readonly width: number
  readonly height: number
  readonly depth: number
  readonly colour: number
  readonly interlace?: number
  readonly palette?: Uint8Array
  readonly transparency?: Uint8Array
  /** The bytes before compression: a filter and the samples for each row. */
  readonly rows: Uint8Array
}

const png = ({ colour, depth, height, interlace = 0, palette, rows, transparency, width }: Spec): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, colour, 0, 0, interlace], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    ...(palette === undefined ? [] : [chunk("PLTE", palette)]),
    ...(transparency === undefined ? [] : [chunk("tRNS", transparency)]),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", new Uint8Array())
  ])
}

const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
const kinds = [
  [0, 1],
  [0, 2],
  [0, 4],
  [0, 8],
  [0, 16],
  [2, 8],
  [2, 16],
  [3, 1],
  [3, 2],
  [3, 4],
  [3, 8],
  [4, 8],
  [4, 16],
  [6, 8],
  [6, 16]
] as const

const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2]
] as const

const rowLengths = (width: number, height: number, bits: number, interlace: number): ReadonlyArray<number> => {
  const passes = interlace === 1 ? PASSES : ([[0, 0, 1, 1]] as const)
  return passes.flatMap(([x, y, right, down]) => {
    const columns = Math.ceil((width - x) / right)
    const rows = Math.ceil((height - y) / down)
    return columns > 0 && rows > 0 ? Array.from({ length: rows }, () => Math.ceil((columns * bits) / 8)) : []
  })
}

const image = fc
  .record({
    kind: fc.constantFrom(...kinds),
    width: fc.integer({ min: 1, max: 19 }),
    height: fc.integer({ min: 1, max: 19 }),
    interlace: fc.constantFrom(0, 1),
    seed: fc.infiniteStream(fc.nat(255)),
    filters: fc.infiniteStream(fc.nat(4)),
    clear: fc.boolean()
  })
  .map(({ clear, filters, height, interlace, kind: [colour, depth], seed, width }): Spec => {
    const byte = () => seed.next().value ?? 0
    const lengths = rowLengths(width, height, depth * (SAMPLES[colour] ?? 1), interlace)
    const rows = lengths.flatMap((length) => [filters.next().value ?? 0, ...Array.from({ length }, byte)])
    const some = (length: number) => Uint8Array.from({ length }, byte)
    return {
      width,
      height,
      depth,
      colour,
      interlace,
      rows: Uint8Array.from(rows),
      ...(colour === 3 ? { palette: some(256 * 3) } : {}),
      ...(clear && colour === 3 ? { transparency: some(100) } : {})
    }
  })

describe("a PNG", () => {
  it("of any colour type, depth, filter and interlacing has the pixels that pngjs reads", () => {
    fc.assert(
      fc.property(image, (spec) => {
        const file = png(spec)
        const { data, height, width } = readPng(file)
        const other = PNG.sync.read(file)
        expect([width, height]).toEqual([other.width, other.height])
        // `readPng` truncates 16 bits to 8, and pngjs rounds them.
        const tolerance = spec.depth === 16 ? 1 : 0
        const worst = Array.from(data).reduce(
          (most, value, at) => Math.max(most, Math.abs(value - (other.data[at] ?? 0))),
          0
        )
        expect(worst).toBeLessThanOrEqual(tolerance)
      }),
      { numRuns: 300 }
    )
  })

  it("has one transparent colour, for grey and RGB", () => {
    const grey = readPng(
      png({ width: 2, height: 1, depth: 8, colour: 0, rows: Uint8Array.of(0, 7, 9), transparency: Uint8Array.of(0, 9) })
    )
    expect([...grey.data]).toEqual([7, 7, 7, 255, 9, 9, 9, 0])
    const rgb = readPng(
      png({
        width: 2,
        height: 1,
        depth: 8,
        colour: 2,
        rows: Uint8Array.of(0, 1, 2, 3, 1, 2, 4),
        transparency: Uint8Array.of(0, 1, 0, 2, 0, 3)
      })
    )
    expect([...rgb.data]).toEqual([1, 2, 3, 0, 1, 2, 4, 255])
  })

  it("is refused with a sentence if it is damaged, whatever its bytes are", () => {
    const whole = png({ width: 3, height: 3, depth: 8, colour: 6, rows: new Uint8Array(39) })
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 6 }),
        fc.nat(whole.length),
        (changes, length) => {
          const file = Buffer.from(whole).subarray(0, length)
          for (const [at, value] of changes) if (at < file.length) file[at] = value
          if (!isPng(file)) return
          try {
            const { data, height, width } = readPng(file)
            expect(data).toHaveLength(width * height * 4)
          } catch (error) {
            expect(error).toBeInstanceOf(PngError)
          }
        }
      ),
      { numRuns: 500 }
    )
  })

  it("is refused before it is decoded if it is too large", () => {
    const rows = new Uint8Array(10)
    expect(() => readPng(png({ width: 2 ** 31 - 1, height: 2 ** 31 - 1, depth: 16, colour: 6, rows }))).toThrow(
      PngError
    )
    expect(() => readPng(png({ width: 10_001, height: 10_001, depth: 8, colour: 6, rows }))).toThrow(
      "has 10001 by 10001 pixels, which is more than the limit of 100000000 pixels"
    )
    expect(() => readPng(png({ width: 3, height: 3, depth: 8, colour: 6, rows: new Uint8Array(5_000_000) }))).toThrow(
      "has damaged pixels"
    )
  })
})
