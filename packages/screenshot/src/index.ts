export { type ChromiumPath, findChromium } from "./browser/ChromiumPath.ts"
export { type ChromiumReport, examineChromium } from "./examineChromium.ts"
export { openScreenshots, type ScreenshotPool } from "./openScreenshots.ts"
export type { ScreenshotOptions } from "./ScreenshotOptions.ts"
export type {
  FailedShot,
  FailureReason,
  NoScreenshots,
  Raster,
  Shot,
  ShotImage,
  ShotOutcome,
  ShotRequest,
  UnavailableReason
} from "./Shot.ts"
export { decodeImage } from "./ShotImages.ts"
