export type { ScreenshotOptions } from "./ScreenshotOptions.ts"
export { Screenshots } from "./Screenshots.ts"
export type {
  FailedScreenshot,
  ScreenshotFailureReason,
  ScreenshotsUnavailable,
  PageOptions,
  PaperFormat,
  PdfDocument,
  PdfRequest,
  PdfResult,
  RasterImage,
  Screenshot,
  ScreenshotDevice,
  ScreenshotImage,
  ScreenshotResult,
  ScreenshotRequest,
  ScreenshotUnavailableReason
} from "./Screenshot.ts"
