import type { PageClaim } from "@mon/core-store"
import type { Screenshots, ScreenshotResult } from "@mon/screenshot/effect"
import { type CheckResult, withStatus } from "@mon/uptime-probe"
import * as Effect from "effect/Effect"
import { isSecretRequest } from "../requests/performCheck.ts"
import { drawPage } from "./takePageScreenshot.ts"

export interface PageBody {
  readonly body: Uint8Array
  readonly contentType: string | null
  readonly statusCode: number
}

/** A page after its scripts have run, or the reason why there is no such page. */
export type RenderedPage =
  | {
      readonly _tag: "Rendered"
      readonly page: PageBody
      readonly shot: ScreenshotResult
      /** The check with the status that the browser got. A site may refuse requests from the browser only. */
      readonly result: CheckResult
    }
  /** The result if the page has no scripts that a browser could run, or if the browser could not open it. */
  | { readonly _tag: "Failed"; readonly state: "not_applicable" | "render_failed"; readonly reason: string }
  /** The result if Mon has no free browser. This says nothing about the page. */
  | { readonly _tag: "NoBrowser"; readonly reason: string }

const HTML = /^\s*(?:text\/html|application\/xhtml\+xml)/iu

const failed = (state: "not_applicable" | "render_failed", reason: string): RenderedPage => ({
  _tag: "Failed",
  state,
  reason
})

const inBrowser = (result: CheckResult, statusCode: number): CheckResult => {
  const seen = withStatus(result, statusCode)
  return seen.message === null || seen === result ? seen : { ...seen, message: `In the browser: ${seen.message}` }
}

/** Opens a fetched page in the browser and reads the text that it shows. */
export const renderPage = Effect.fn("renderPage")(function* (
  claim: Pick<PageClaim, "request" | "screenshotWaitMs" | "url">,
  result: CheckResult
): Effect.fn.Return<RenderedPage, never, Screenshots> {
  const { answer, statusCode } = result
  if (answer?.contentType && !HTML.test(answer.contentType))
    return failed("not_applicable", "The render option does not apply, because the page is not HTML.")
  // The browser would send a plain GET request, and might show a different page than the monitor's request.
  const { request } = claim
  if (request !== null && (isSecretRequest(request) || (request.method ?? "GET") !== "GET"))
    return failed(
      "not_applicable",
      "The render option does not apply, because the monitor has its own request settings."
    )
  const shot = yield* drawPage(claim, true)
  if (shot.status === "unavailable") return { _tag: "NoBrowser", reason: shot.message }
  if (shot.status === "failed")
    return shot.reason === "busy" || shot.reason === "aborted"
      ? { _tag: "NoBrowser", reason: shot.message }
      : failed("render_failed", `The browser could not show the page: ${shot.message}`)
  if (shot.html === null) return failed("render_failed", "The browser could not read the page in time.")
  const page = {
    body: new TextEncoder().encode(shot.html),
    contentType: "text/html; charset=utf-8",
    statusCode: shot.statusCode ?? statusCode ?? 200
  }
  return { _tag: "Rendered", page, shot, result: inBrowser(result, page.statusCode) }
})
