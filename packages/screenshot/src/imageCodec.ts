import { aUint8Array, argumentsOf } from "@mon/arguments"
import type { Sharp } from "sharp"
import type { RasterImage, ScreenshotImage } from "./Screenshot.ts"
import { limits } from "./ScreenshotOptions.ts"

const acceptDecodeImage = /* @__PURE__ */ argumentsOf("decodeImage", () => ({ image: aUint8Array }))

type Codec = typeof import("sharp").default

let loaded: Promise<Codec> | null = null

/**
 * Loads the native codec on first use. Without its cache and threads it uses a third less memory and is as fast for one
 * image.
 */
export const loadCodec = (): Promise<Codec> =>
  (loaded ??= import("sharp").then(({ default: sharp }) => {
    sharp.cache(false)
    sharp.concurrency(1)
    return sharp
  }))

let last: Promise<unknown> = Promise.resolve()

/** Encodes one image at a time, since a tall page takes a hundred megabytes. */
const oneAtATime = <A>(work: () => Promise<A>): Promise<A> => {
  const mine = last.then(work, work)
  last = mine.catch(() => undefined)
  return mine
}

/** A quality that keeps 12-pixel letters sharp; effort 3 of 6 takes a third of the default's time. */
const WEBP = { quality: 80, effort: 3 } as const
/** The most pixels of a decoded image: the widest viewport by the greatest height. */
const MAX_PIXELS = 4_096 * limits.webpSide

/**
 * Decodes an image (WebP, PNG, JPEG), for instance a stored screenshot. Rejects for invalid images and for images
 * larger than 4,096 by 16,383 pixels.
 */
export const decodeImage = async (bytes: Uint8Array): Promise<RasterImage> => {
  acceptDecodeImage(bytes)
  const sharp = await loadCodec()
  const decode = () =>
    sharp(bytes, { limitInputPixels: MAX_PIXELS }).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const { data, info } = await oneAtATime(decode)
  return { width: info.width, height: info.height, data }
}

/** Encodes the browser's PNG as the stored image and its thumbnail. */
export const encodeScreenshot = async (
  png: Uint8Array
): Promise<{ readonly image: ScreenshotImage; readonly thumbnail: ScreenshotImage }> => {
  const sharp = await loadCodec()
  const encode = async (pipeline: Sharp): Promise<ScreenshotImage> => {
    const { data, info } = await oneAtATime(() => pipeline.webp(WEBP).toBuffer({ resolveWithObject: true }))
    return { bytes: data, contentType: "image/webp", width: info.width, height: info.height }
  }
  const read = () => sharp(png, { limitInputPixels: MAX_PIXELS })
  const image = await encode(read())
  const thumbnail = await encode(read().resize({ ...limits.thumbnail, fit: "cover", position: "top" }))
  return { image, thumbnail }
}
