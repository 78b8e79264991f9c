export type { ScreenshotOptions } from "./ScreenshotOptions.ts"
export { Screenshots } from "./Screenshots.ts"
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
