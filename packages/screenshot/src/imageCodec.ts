import type { Sharp } from "sharp"
import type { RasterImage, ScreenshotImage } from "./Screenshot.ts"
import { limits } from "./ScreenshotOptions.ts"

type Codec = typeof import("sharp").default

let loaded: Promise<Codec> | null = null

/** The codec is native code: loaded only when there is something to encode. Without a cache and threads of its own it keeps a third less memory, and one image at a time is as fast. */
export const loadCodec = (): Promise<Codec> =>
  (loaded ??= import("sharp").then(({ default: sharp }) => {
    sharp.cache(false)
    sharp.concurrency(1)
    return sharp
  }))

let last: Promise<unknown> = Promise.resolve()

/** A tall page takes a hundred megabytes while it is encoded: one after the other. */
const oneAtATime = <A>(work: () => Promise<A>): Promise<A> => {
  const mine = last.then(work, work)
  last = mine.catch(() => undefined)
  return mine
}

/** Quality at which letters of 12 pixels keep sharp edges; effort 3 of 6 costs a third of the time of the default. */
const WEBP = { quality: 80, effort: 3 } as const
/** Pixels of an image to decode: the widest viewport by the greatest height. */
const MAX_PIXELS = 4_096 * limits.webpSide

/**
 * The pixels of an encoded image (WebP, PNG, JPEG), for instance of one kept earlier; rejects what is no image and what is larger than 4,096 by 16,383.
 */
export const decodeImage = async (bytes: Uint8Array): Promise<RasterImage> => {
  const sharp = await loadCodec()
  const decode = () =>
    sharp(bytes, { limitInputPixels: MAX_PIXELS }).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const { data, info } = await oneAtATime(decode)
  return { width: info.width, height: info.height, data }
}

/** The image for keeping and its thumbnail, of the browser's PNG. */
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
