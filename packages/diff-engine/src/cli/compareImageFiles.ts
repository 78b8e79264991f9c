import { CommandError, ExitCode, type ValueType } from "@mon/bundled/command-line"
import { diffImages } from "../image/diffImages.ts"
import type { Box, IgnoredArea, ImageDiff, RasterImage } from "../image/RasterImage.ts"
import { isPng, PngError, readPng } from "./readPng.ts"

export interface NamedFile {
  readonly path: string
  readonly content: Buffer
}

export interface ImageComparison {
  readonly before: NamedFile
  readonly after: NamedFile
  readonly threshold: number | null
  readonly antialiasing: boolean
  readonly regions: ReadonlyArray<Box>
  readonly masks: ReadonlyArray<NamedFile>
}

const REGION = /^(\d{1,7}),(\d{1,7}),(\d{1,7}),(\d{1,7})$/u

export const region: ValueType<Box> = {
  placeholder: "x,y,width,height",
  takes: "a rectangle in pixels: x,y,width,height, such as 0,0,300,80",
  read: (text) => {
    const [, x, y, width, height] = REGION.exec(text)?.map(Number) ?? []
    if (x === undefined || y === undefined || width === undefined || height === undefined) return undefined
    return width === 0 || height === 0 ? undefined : { x, y, width, height }
  }
}

const decoded = ({ content, path }: NamedFile): RasterImage => {
  if (!isPng(content)) throw new CommandError(`${path} is not a PNG.`)
  try {
    return readPng(content)
  } catch (error) {
    if (error instanceof PngError) throw new CommandError(`${path} ${error.message}.`)
    throw error
  }
}

const maskOf = (file: NamedFile, { height, width }: RasterImage): RasterImage => {
  const mask = decoded(file)
  if (mask.width !== width || mask.height !== height)
    throw new CommandError(
      `${file.path} has ${mask.width} by ${mask.height} pixels, but the later image has ${width} by ${height}. A mask must be the same size.`
    )
  // A mask without transparent pixels is most likely a black-and-white drawing. Such a mask would make any two images
  // equal.
  if (mask.data.every((byte, at) => at % 4 !== 3 || byte !== 0))
    throw new CommandError(`${file.path} ignores the whole image, because none of its pixels are fully transparent.`)
  return mask
}

const rectangle = ({ height, width, x, y }: Box): string => `  ${width} x ${height} at ${x},${y}\n`

const sentence = ({ boxes, changedPixels, changedRatio }: ImageDiff): string => {
  const pixels = `${changedPixels} ${changedPixels === 1 ? "pixel" : "pixels"}`
  const areas = `${boxes.length} ${boxes.length === 1 ? "area" : "areas"}`
  return `${pixels} in ${areas} differ: ${(changedRatio * 100).toPrecision(2)} % of the image\n\n${boxes.map(rectangle).join("")}`
}

/**
 * Compares two PNG files.
 *
 * @throws CommandError if a file is not a PNG, or if the mask does not have the size of the later image
 */
export const compareImageFiles = (
  { after, antialiasing, before, masks, regions, threshold }: ImageComparison,
  { json, out }: { readonly json: boolean; readonly out: (text: string) => void }
): number => {
  const old = decoded(before)
  const next = decoded(after)
  const ignore: ReadonlyArray<IgnoredArea> = [...regions, ...masks.map((mask) => maskOf(mask, next))]
  const diff = diffImages(old, next, { antialiasing, ignore, ...(threshold === null ? {} : { threshold }) })
  if (json) out(`${JSON.stringify(diff.changed ? { result: "changed", diff } : { result: "same" }, null, 2)}\n`)
  else out(diff.changed ? sentence(diff) : "No changes\n")
  return diff.changed ? ExitCode.finding : ExitCode.ok
}
