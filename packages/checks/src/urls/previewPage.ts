import { type PagePreview, type PageRules, previewLimits } from "@mon/model"
import type { Screenshots } from "@mon/screenshot/effect"
import { UptimeProbe } from "@mon/uptime-probe/effect"
import { WorkerPool } from "@mon/worker-pool"
import * as Effect from "effect/Effect"
import { storable } from "../StoredText.ts"
import { PAGE_BYTES } from "./fetchUrl.ts"
import { renderPage } from "./renderPage.ts"
import { urlJobs } from "./UrlJobs.ts"

/** A page that somebody wants to see as Mon would compare it. */
export interface PreviewTarget {
  readonly accountKey: string
  readonly url: string
  readonly timeoutMs: number
  readonly screenshotWaitMs: number
  readonly rules: PageRules
  readonly render: boolean
}

/** Characters of a message. */
const SENTENCE = 1_000

const refused = (statusCode: number | null, code: string, message: string): PagePreview => ({
  statusCode,
  contentType: null,
  title: null,
  lineCount: 0,
  lines: [],
  leftOut: [],
  cause: null,
  error: { code, message: storable(message, SENTENCE) }
})

/** Fetches a page once with a plain GET, and reads it in a thread. It stores nothing; null: nothing is free for it. */
export const previewPage = Effect.fn("previewPage")(function* ({
  accountKey,
  render,
  rules,
  screenshotWaitMs,
  timeoutMs,
  url
}: PreviewTarget): Effect.fn.Return<PagePreview | null, never, UptimeProbe | Screenshots | WorkerPool> {
  const result = yield* (yield* UptimeProbe).check({ url, timeoutMs, keepAnswerBytes: PAGE_BYTES })
  const { answer, message, outcome, statusCode } = result
  if (answer === undefined || statusCode === null || outcome !== "ok")
    return refused(statusCode, outcome, message ?? "The page could not be fetched.")
  if (answer.cut) return refused(statusCode, "too_large", "The page is larger than 10 MiB.")
  const rendered = render ? yield* renderPage({ url, screenshotWaitMs, request: null }, result) : null
  if (rendered?._tag === "NoBrowser") return null
  if (rendered?._tag === "Failed") return refused(statusCode, rendered.state, rendered.reason)
  const judged = rendered?.result ?? result
  if (judged.outcome !== "ok")
    return refused(judged.statusCode, judged.outcome, judged.message ?? "The page could not be fetched.")
  const { body, contentType } = answer
  const page = { ...(rendered?.page ?? { body, contentType, statusCode }), rules, limits: previewLimits }
  const read = yield* (yield* WorkerPool).run(urlJobs.previewPage, page, accountKey)
  switch (read._tag) {
    case "Done":
      return read.value
    case "TooSlow":
      return refused(statusCode, "too_slow", `Reading the page takes more than ${read.deadlineMs / 1_000} seconds.`)
    case "TooLarge":
      return refused(statusCode, "too_large", "Reading the page needs too much memory.")
    case "Busy":
      return null
  }
})
