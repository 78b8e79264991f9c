export type { ScreenshotOptions } from "./ScreenshotOptions.ts"
export { Screenshots } from "./Screenshots.ts"
export type {
  FailedScreenshot,
  ScreenshotFailureReason,
  ScreenshotsUnavailable,
  RasterImage,
  Screenshot,
  ScreenshotImage,
  ScreenshotResult,
  ScreenshotRequest,
  ScreenshotUnavailableReason
} from "./Screenshot.ts"
