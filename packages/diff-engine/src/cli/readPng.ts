import { inflateSync } from "node:zlib"
import type { RasterImage } from "../image/RasterImage.ts"

/**
 * The error for a file that is not a readable PNG. A caller puts the name of the file before the message to get a
 * sentence.
 */
export class PngError extends Error {
  override readonly name = "PngError"
}

/** The first bytes of each PNG (PNG, third edition, W3C 2025, section 5.2). */
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** The number of bytes of a chunk besides its content: its length, its name and its checksum. */
const CHUNK_FRAME = 12
const HEADER_LENGTH = 13
/** The maximum number of pixels of an image. An image of 10,000 by 10,000 pixels takes 400 MB when decoded. */
const MAX_PIXELS = 100_000_000

/**
 * The number of samples of a pixel by colour type, and the bit depths that each colour type allows (section 11.2.1).
 */
const COLOURS: Readonly<Record<number, { readonly samples: number; readonly depths: ReadonlyArray<number> }>> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16] },
  2: { samples: 3, depths: [8, 16] },
  3: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8, 16] },
  6: { samples: 4, depths: [8, 16] }
}
const GREY = 0
const RGB = 2
const PALETTE = 3
const GREY_ALPHA = 4

/**
 * The passes of Adam7 (section 8.1). Each pass has the position of its first pixel and the distance to the next pixel.
 */
const ADAM7 = [
  { x: 0, y: 0, right: 8, down: 8 },
  { x: 4, y: 0, right: 8, down: 8 },
  { x: 0, y: 4, right: 4, down: 8 },
  { x: 2, y: 0, right: 4, down: 4 },
  { x: 0, y: 2, right: 2, down: 4 },
  { x: 1, y: 0, right: 2, down: 2 },
  { x: 0, y: 1, right: 1, down: 2 }
] as const
const WHOLE = [{ x: 0, y: 0, right: 1, down: 1 }] as const

interface Header {
  readonly width: number
  readonly height: number
  readonly depth: number
  readonly colour: number
  readonly samples: number
  readonly isInterlaced: boolean
}

interface Chunks {
  readonly header: Header
  readonly palette: Buffer
  readonly transparency: Buffer
  readonly data: Buffer
}

export const isPng = (file: Uint8Array): boolean => SIGNATURE.equals(file.subarray(0, SIGNATURE.length))

const headerOf = (chunk: Buffer): Header => {
  if (chunk.length !== HEADER_LENGTH) throw new PngError("has a damaged header")
  const width = chunk.readUInt32BE(0)
  const height = chunk.readUInt32BE(4)
  const [depth = 0, colour = 0, compression, filter, interlace = 0] = chunk.subarray(8)
  const known = COLOURS[colour]
  if (known === undefined || !known.depths.includes(depth) || compression !== 0 || filter !== 0 || interlace > 1)
    throw new PngError("has a header that PNG does not define")
  if (width === 0 || height === 0) throw new PngError("has no pixels")
  if (width * height > MAX_PIXELS)
    throw new PngError(`has ${width} by ${height} pixels, which is more than the limit of ${MAX_PIXELS} pixels`)
  return { width, height, depth, colour, samples: known.samples, isInterlaced: interlace === 1 }
}

const chunksOf = (file: Buffer): Chunks => {
  let header: Header | null = null
  let palette: Buffer = Buffer.alloc(0)
  let transparency: Buffer = Buffer.alloc(0)
  const data: Array<Buffer> = []
  for (let at = SIGNATURE.length; at + CHUNK_FRAME <= file.length;) {
    const length = file.readUInt32BE(at)
    const name = file.toString("latin1", at + 4, at + 8)
    const content = file.subarray(at + 8, at + 8 + length)
    if (content.length < length) break
    if (name === "IHDR") header = headerOf(content)
    else if (name === "PLTE") palette = content
    else if (name === "tRNS") transparency = content
    else if (name === "IDAT") data.push(content)
    else if (name === "IEND") break
    at += length + CHUNK_FRAME
  }
  if (header === null) throw new PngError("has no header")
  if (header.colour === PALETTE && palette.length === 0) throw new PngError("has no palette")
  return { header, palette, transparency, data: Buffer.concat(data) }
}

const rowBytes = (pixels: number, { depth, samples }: Header): number => Math.ceil((pixels * depth * samples) / 8)

const passesOf = ({ height, isInterlaced, width }: Header) =>
  (isInterlaced ? ADAM7 : WHOLE)
    .map((pass) => ({
      ...pass,
      columns: Math.ceil((width - pass.x) / pass.right),
      rows: Math.ceil((height - pass.y) / pass.down)
    }))
    .filter(({ columns, rows }) => columns > 0 && rows > 0)

const inflated = (data: Buffer, length: number): Buffer => {
  try {
    const bytes = inflateSync(data, { maxOutputLength: length })
    if (bytes.length === length) return bytes
  } catch {
    // zlib also fails if bytes follow the last row, because its output then exceeds the maximum length.
  }
  throw new PngError("has damaged pixels")
}

/** Returns the prediction of the Paeth filter (section 9.4). */
const paeth = (left: number, above: number, corner: number): number => {
  const toLeft = Math.abs(above - corner)
  const toAbove = Math.abs(left - corner)
  const toCorner = Math.abs(left + above - 2 * corner)
  return toLeft <= toAbove && toLeft <= toCorner ? left : toAbove <= toCorner ? above : corner
}

/** Undoes the filter of a row in place (section 9.2). `distance` is the number of bytes to the sample on the left. */
const unfilter = (filter: number, row: Buffer, above: Buffer, distance: number): void => {
  if (filter > 4) throw new PngError("has a filter that PNG does not define")
  if (filter === 0) return
  for (let i = 0; i < row.length; i++) {
    const left = i < distance ? 0 : (row[i - distance] ?? 0)
    const up = above[i] ?? 0
    const corner = i < distance ? 0 : (above[i - distance] ?? 0)
    const predicted =
      filter === 1 ? left : filter === 2 ? up : filter === 3 ? (left + up) >> 1 : paeth(left, up, corner)
    row[i] = (row[i] ?? 0) + predicted
  }
}

/** Returns a pixel as a 32-bit integer. Red is the lowest byte and alpha is the highest byte. */
const rgba = (r: number, g: number, b: number, a: number): number => (r | (g << 8) | (b << 16) | (a << 24)) >>> 0

const colourOf = ({ header, palette, transparency }: Chunks): ((samples: ReadonlyArray<number>) => number) => {
  const { colour, depth } = header
  const largest = 2 ** depth - 1
  const scaled = (sample: number): number => (depth === 16 ? sample >>> 8 : Math.round((sample * 255) / largest))
  /** The samples of the only transparent colour (section 11.3.1.1). */
  const clear = Array.from({ length: Math.floor(transparency.length / 2) }, (_, i) => transparency.readUInt16BE(i * 2))
  if (colour === PALETTE) {
    return ([index = 0]) => {
      if (index * 3 + 2 >= palette.length) throw new PngError("has a colour that is not in its palette")
      const [r = 0, g = 0, b = 0] = palette.subarray(index * 3, index * 3 + 3)
      return rgba(r, g, b, transparency[index] ?? 255)
    }
  }
  if (colour === GREY)
    return ([grey = 0]) => {
      const shade = scaled(grey)
      return rgba(shade, shade, shade, grey === clear[0] ? 0 : 255)
    }
  if (colour === GREY_ALPHA)
    return ([grey = 0, alpha = 0]) => rgba(scaled(grey), scaled(grey), scaled(grey), scaled(alpha))
  if (colour === RGB)
    return ([r = 0, g = 0, b = 0]) =>
      rgba(scaled(r), scaled(g), scaled(b), r === clear[0] && g === clear[1] && b === clear[2] ? 0 : 255)
  return ([r = 0, g = 0, b = 0, a = 0]) => rgba(scaled(r), scaled(g), scaled(b), scaled(a))
}

const sampleAt = (row: Buffer, index: number, depth: number): number => {
  if (depth === 8) return row[index] ?? 0
  if (depth === 16) return row.readUInt16BE(index * 2)
  const bit = index * depth
  return ((row[bit >> 3] ?? 0) >> (8 - depth - (bit & 7))) & (2 ** depth - 1)
}

/**
 * Decodes a PNG of any colour type and depth to RGBA with 8 bits per channel. The PNG can be interlaced. Ignores colour
 * profiles and gamma, so it does not convert colours.
 *
 * @throws PngError if the file is damaged or has more than 100 million pixels
 */
export const readPng = (file: Buffer): RasterImage => {
  const chunks = chunksOf(file)
  const { header } = chunks
  const { depth, height, samples, width } = header
  const passes = passesOf(header)
  const length = passes.reduce((sum, { columns, rows }) => sum + rows * (rowBytes(columns, header) + 1), 0)
  const bytes = inflated(chunks.data, length)
  const data = new Uint8Array(width * height * 4)
  const pixels = new Uint32Array(data.buffer)
  const distance = Math.max(1, (depth * samples) / 8)
  const colour = colourOf(chunks)
  const values = Array.from({ length: samples }, () => 0)
  let at = 0
  for (const { columns, down, right, rows, x, y } of passes) {
    const size = rowBytes(columns, header)
    let above: Buffer = Buffer.alloc(size)
    for (let n = 0; n < rows; n++) {
      const row = bytes.subarray(at + 1, at + 1 + size)
      unfilter(bytes[at] ?? 0, row, above, distance)
      at += size + 1
      above = row
      for (let column = 0; column < columns; column++) {
        for (let sample = 0; sample < samples; sample++)
          values[sample] = sampleAt(row, column * samples + sample, depth)
        pixels[(y + n * down) * width + x + column * right] = colour(values)
      }
    }
  }
  return { width, height, data }
}
