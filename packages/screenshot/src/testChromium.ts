import { aBoolean, nullable, optional, optionsOf, argumentsOf, aString } from "@mon/bundled/arguments"
import { makeAddressPolicy } from "@mon/public-net"
import { findChromium } from "./browser/ChromiumPath.ts"
import { launchBrowser } from "./browser/launchBrowser.ts"
import { startFilteringProxy } from "./proxy/ProxyServer.ts"
import type { ScreenshotOptions, StartedBrowser } from "./ScreenshotOptions.ts"
import { encodeScreenshot, loadCodec } from "./imageCodec.ts"
import type { ScreenshotUnavailableReason } from "./Screenshot.ts"
import { explainStartError } from "./explainStartError.ts"

const acceptTestChromium = /* @__PURE__ */ argumentsOf("testChromium", () => ({
  options: optional(
    optionsOf<Pick<ScreenshotOptions, "executablePath" | "sandbox">>({
      executablePath: optional(nullable(aString)),
      sandbox: optional(aBoolean)
    })
  )
}))

/** The result of {@link testChromium}. */
export type ChromiumTestResult =
  | (StartedBrowser & {
      readonly ok: true
      /** The time from the browser's start until the image was ready, in milliseconds. */
      readonly durationMs: number
    })
  | {
      readonly ok: false
      readonly path: string | null
      readonly reason: ScreenshotUnavailableReason
      readonly message: string
    }

const DRAW_MS = 10_000

const PAGE = "<title>Test page</title><p>Drawn to test the browser."

/** Starts the browser once and draws a built-in page that needs no network. Never rejects. */
export const testChromium = async (
  options: Pick<ScreenshotOptions, "executablePath" | "sandbox"> = {}
): Promise<ChromiumTestResult> => {
  acceptTestChromium(options)
  const { executablePath, sandbox } = options
  const found = findChromium(executablePath)
  if (!found.ok) return { ok: false, path: null, reason: "no_browser", message: found.message }
  const { path, source } = found
  try {
    await loadCodec()
  } catch {
    return {
      ok: false,
      path,
      reason: "no_codec",
      message: "Screenshots are unavailable: the image codec (sharp) does not load on this system."
    }
  }
  const began = performance.now()
  const proxy = await startFilteringProxy({
    policy: makeAddressPolicy(),
    resolve: () => Promise.resolve({ status: "nodata" })
  })
  try {
    const process = await launchBrowser({ chromium: found, proxyPort: proxy.port, sandbox })
    try {
      const page = await process.browser.newPage()
      await page.setContent(PAGE, { timeout: DRAW_MS })
      await encodeScreenshot(await page.screenshot({ timeout: DRAW_MS }), "webp")
      const durationMs = Math.round(performance.now() - began)
      return { ok: true, path, source, version: process.browser.version(), sandbox: process.sandbox, durationMs }
    } finally {
      await process.close()
    }
  } catch (error) {
    return { ok: false, path, reason: "browser_does_not_start", message: explainStartError(found, error) }
  } finally {
    await proxy.close()
  }
}
