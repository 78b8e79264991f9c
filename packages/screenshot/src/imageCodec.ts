import { aUint8Array, argumentsOf, optionsOf, whole } from "@mon/bundled/arguments"
import type { Sharp } from "sharp"
import type { ImageBox, RasterImage, RewrittenImage, ScreenshotImage } from "./Screenshot.ts"
import { limits } from "./ScreenshotOptions.ts"

const side = () => whole(1, limits.webpSide, " of pixels")

const acceptDecodeImage = /* @__PURE__ */ argumentsOf("decodeImage", () => ({ image: aUint8Array }))

type Codec = typeof import("sharp").default

let loaded: Promise<Codec> | null = null

/**
 * Loads the native codec on first use. Turns off the codec's cache and threads, because the codec then uses a third
 * less memory and is just as fast for a single image.
 */
export const loadCodec = (): Promise<Codec> =>
  (loaded ??= import("sharp").then(({ default: sharp }) => {
    sharp.cache(false)
    sharp.concurrency(1)
    return sharp
  }))

let last: Promise<unknown> = Promise.resolve()

/** Runs one piece of work at a time, because encoding a tall page takes a hundred megabytes. */
const oneAtATime = <A>(work: () => Promise<A>): Promise<A> => {
  const mine = last.then(work, work)
  last = mine.catch(() => undefined)
  return mine
}

/**
 * The WebP settings. The quality keeps 12-pixel letters sharp; effort 3 of 6 takes a third of the time that the default
 * takes.
 */
const WEBP = { quality: 80, effort: 3 } as const

/**
 * Decodes an image (WebP, PNG or JPEG), for instance a stored screenshot. Rejects invalid images, and images larger
 * than 4,096 by 16,383 pixels.
 */
export const decodeImage = async (bytes: Uint8Array): Promise<RasterImage> => {
  acceptDecodeImage(bytes)
  const sharp = await loadCodec()
  const decode = () =>
    sharp(bytes, { limitInputPixels: limits.imagePixels }).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const { data, info } = await oneAtATime(decode)
  return { width: info.width, height: info.height, data }
}

const acceptRewriteImage = /* @__PURE__ */ argumentsOf("rewriteImage", () => ({
  image: aUint8Array,
  box: optionsOf<ImageBox>({ width: side(), height: side(), largestSide: side() })
}))

/**
 * Returns whether a file begins like an image of a supported type. No other files reach the decoder, which could also
 * read SVG.
 */
const isRaster = (bytes: Uint8Array): boolean => {
  const start = Buffer.from(bytes.subarray(0, 12)).toString("latin1")
  const isWebp = start.startsWith("RIFF") && start.slice(8) === "WEBP"
  return isWebp || start.startsWith("\u0089PNG\r\n\u001a\n") || start.startsWith("\u00ff\u00d8\u00ff")
}

/**
 * Decodes an untrusted image (PNG, JPEG or WebP) and encodes it again as PNG, scaled down to fit into a box. Keeps only
 * the pixels of the first frame, and drops everything else in the file. Reads the header before decompressing anything.
 *
 * @example
 * ```ts
 * const logo = await rewriteImage(upload, { width: 480, height: 120, largestSide: 4_000 })
 * ```
 */
export const rewriteImage = async (
  bytes: Uint8Array,
  box: ImageBox
): Promise<RewrittenImage | "unreadable" | "large"> => {
  acceptRewriteImage(bytes, box)
  if (!isRaster(bytes)) return "unreadable"
  const sharp = await loadCodec()
  const { height, largestSide, width } = box
  return oneAtATime(async () => {
    const header = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (Math.max(header.width, header.height) > largestSide) return "large" as const
    const { data, info } = await sharp(bytes, { limitInputPixels: largestSide * largestSide })
      .autoOrient()
      .resize({ width, height, fit: "inside", withoutEnlargement: true })
      .png({ compressionLevel: 9 })
      .toBuffer({ resolveWithObject: true })
    return { bytes: new Uint8Array(data), contentType: "image/png" as const, width: info.width, height: info.height }
  }).catch(() => "unreadable" as const)
}

/**
 * Encodes the browser's PNG as the stored image and its thumbnail. If the stored format is PNG, keeps the browser's own
 * PNG.
 */
export const encodeScreenshot = async (
  png: Uint8Array,
  format: "webp" | "png"
): Promise<{ readonly image: ScreenshotImage; readonly thumbnail: ScreenshotImage }> => {
  const sharp = await loadCodec()
  const encode = async (pipeline: Sharp): Promise<ScreenshotImage> => {
    const { data, info } = await oneAtATime(() => pipeline.webp(WEBP).toBuffer({ resolveWithObject: true }))
    return { bytes: data, contentType: "image/webp", width: info.width, height: info.height }
  }
  const read = () => sharp(png, { limitInputPixels: limits.imagePixels })
  const asPng = async (): Promise<ScreenshotImage> => {
    const { height, width } = await read().metadata()
    return { bytes: png, contentType: "image/png", width, height }
  }
  const image = format === "png" ? await asPng() : await encode(read())
  const thumbnail = await encode(read().resize({ ...limits.thumbnail, fit: "cover", position: "top" }))
  return { image, thumbnail }
}
