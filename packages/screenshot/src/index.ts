export { type ChromiumPath, findChromium } from "./browser/ChromiumPath.ts"
export { type ChromiumTestResult, testChromium } from "./testChromium.ts"
export { openScreenshotPool, type ScreenshotPool } from "./openScreenshotPool.ts"
export { type ChromiumVersion, readChromiumVersion } from "./readChromiumVersion.ts"
export type { BrowserSandbox } from "./browser/BrowserSandbox.ts"
export type { ScreenshotOptions, StartedBrowser } from "./ScreenshotOptions.ts"
export type {
  FailedScreenshot,
  ScreenshotFailureReason,
  ScreenshotsUnavailable,
  ImageBox,
  PageOptions,
  PaperFormat,
  PdfDocument,
  PdfRequest,
  PdfResult,
  RasterImage,
  RewrittenImage,
  Screenshot,
  ScreenshotDevice,
  ScreenshotImage,
  ScreenshotResult,
  ScreenshotRequest,
  ScreenshotUnavailableReason
} from "./Screenshot.ts"
export { decodeImage, rewriteImage } from "./imageCodec.ts"
