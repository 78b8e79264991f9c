import type { Raster, ShotImage } from "./Shot.ts"
import { limits } from "./ScreenshotOptions.ts"

/** The codec is native code: loaded only when there is something to encode. */
export const loadCodec = async (): Promise<typeof import("sharp").default> => {
  const { default: sharp } = await import("sharp")
  return sharp
}

/** Quality at which letters of 12 pixels keep sharp edges; effort 3 of 6 costs a third of the time of the default. */
const WEBP = { quality: 80, effort: 3 } as const
/** Pixels of an image to decode: the widest viewport by the greatest height. */
const MAX_PIXELS = 4_096 * limits.webpSide

/**
 * The pixels of an encoded image (WebP, PNG, JPEG), for instance of one kept earlier; rejects what is no image and what is larger than 4,096 by 16,383.
 */
export const decodeImage = async (bytes: Uint8Array): Promise<Raster> => {
  const sharp = await loadCodec()
  const { data, info } = await sharp(bytes, { limitInputPixels: MAX_PIXELS }).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data }
}

/** The image for keeping and its thumbnail, of the browser's PNG. */
export const encodeShot = async (png: Uint8Array): Promise<{ readonly image: ShotImage; readonly thumbnail: ShotImage }> => {
  const sharp = await loadCodec()
  const encode = async (pipeline: import("sharp").Sharp): Promise<ShotImage> => {
    const { data, info } = await pipeline.webp(WEBP).toBuffer({ resolveWithObject: true })
    return { bytes: data, contentType: "image/webp", width: info.width, height: info.height }
  }
  const image = await encode(sharp(png, { limitInputPixels: MAX_PIXELS }))
  const thumbnail = await encode(
    sharp(png, { limitInputPixels: MAX_PIXELS }).resize({ ...limits.thumbnail, fit: "cover", position: "top" })
  )
  return { image, thumbnail }
}
