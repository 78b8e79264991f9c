import type { PageReading } from "@mon/diff-engine"
import type { PageRules } from "@mon/model"
import type { ScreenshotResult } from "@mon/screenshot/effect"
import type { CheckResult, Verdict } from "@mon/uptime-probe"
import { WorkerPool } from "@mon/worker-pool"
import * as Effect from "effect/Effect"
import { storable } from "../StoredText.ts"
import { failureMessage } from "../requests/checkFacts.ts"
import type { FetchedPage, PageDifference } from "./pageJobs.ts"
import type { RenderedPage } from "./renderPage.ts"
import { urlJobs } from "./UrlJobs.ts"

/** Why Mon gave up on a page. */
interface AbandonedPage {
  readonly state: "too_slow" | "too_large" | "not_applicable" | "render_failed"
  readonly reason: string
}

/** The content of a response. Both are null if there was no response, or if Mon had no thread to read it. */
interface PageContent {
  readonly read: PageReading | AbandonedPage | null
  readonly difference: PageDifference | null
  readonly isBaselineKept: boolean
}

/** A response and its content. */
export interface FetchedContent extends PageContent {
  readonly result: CheckResult
  /** Why the check says nothing about the page: Mon had no thread or no browser, or its own network may be away. */
  readonly obstacle: "busy" | "no browser" | "own network" | null
  /** The page in the browser, if it was rendered. */
  readonly shot: ScreenshotResult | null
}

const abandoned = (state: AbandonedPage["state"], reason: string): PageContent => ({
  read: { state, reason: `${reason} Monitor a smaller page of the site instead.` },
  difference: null,
  isBaselineKept: false
})

/** The content of a response that is not read. */
export const NO_CONTENT: PageContent = { read: null, difference: null, isBaselineKept: false }

/** How a response is read. */
export interface ExamineOptions<R> {
  readonly rules: PageRules
  /** Whose jobs wait for each other. */
  readonly owner: string
  /** Opens the page in a browser; null: it is read as it was served. */
  readonly render: ((result: CheckResult) => Effect.Effect<RenderedPage, never, R>) | null
  /** The stored text that it is compared with. */
  readonly before: FetchedPage["before"]
}

/** Reads a response in a thread, and compares it with the stored page. */
export const examineResponse = Effect.fnUntraced(function* <R>(
  result: CheckResult,
  { before, owner, render, rules }: ExamineOptions<R>
): Effect.fn.Return<FetchedContent, never, WorkerPool | R> {
  const { answer, statusCode } = result
  const plain = { result, obstacle: null, shot: null } as const
  if (answer === undefined || statusCode === null) return { ...NO_CONTENT, ...plain }
  if (answer.cut) return { ...abandoned("too_large", "The page is larger than 10 MiB."), ...plain }
  const { body, contentType } = answer
  // The page of a failed check is not compared. It may still show that the site blocks Mon.
  const rendered = result.outcome === "ok" && render !== null ? yield* render(result) : null
  if (rendered?._tag === "Failed") {
    const { reason, state } = rendered
    return { ...NO_CONTENT, read: { state, reason }, ...plain }
  }
  if (rendered?._tag === "NoBrowser") return { ...NO_CONTENT, ...plain, obstacle: "no browser" }
  const { result: judged, shot } = rendered ?? { result, shot: null }
  const page = {
    ...(rendered?.page ?? { body, contentType, statusCode }),
    rules,
    isRendered: rendered !== null,
    before: judged.outcome === "ok" ? before : null
  }
  const outcome = yield* (yield* WorkerPool).run(urlJobs.examinePage, page, owner)
  const judgedPage = { result: judged, obstacle: null, shot } as const
  switch (outcome._tag) {
    case "Done": {
      const { difference, isBaselineKept, reading } = outcome.value
      return { read: reading, difference, isBaselineKept, ...judgedPage }
    }
    case "TooSlow": {
      const seconds = outcome.deadlineMs / 1_000
      return { ...abandoned("too_slow", `Reading the page takes more than ${seconds} seconds.`), ...judgedPage }
    }
    case "TooLarge":
      return { ...abandoned("too_large", "Reading the page needs too much memory."), ...judgedPage }
    case "Busy":
      return { ...NO_CONTENT, ...plain, obstacle: "busy" }
  }
})

/** Characters of a stored message. */
const SENTENCE = 1_000

/** Why a check failed: a stable code and a sentence. */
export interface CheckFault {
  readonly code: string
  readonly message: string
}

const obstacles = {
  busy: "The page was not compared, because too many pages were waiting for a thread.",
  "no browser": "The page was not compared, because there was no browser for it."
} as const

const faultOf = ({ obstacle, read, result }: FetchedContent, isSecret: boolean): CheckFault | null => {
  if (obstacle === "busy" || obstacle === "no browser") return { code: "prober_fault", message: obstacles[obstacle] }
  if (read !== null && read.state !== "ok" && (result.outcome === "ok" || read.state === "blocked")) {
    return { code: read.state, message: storable(read.reason, SENTENCE) }
  }
  return result.outcome === "ok"
    ? null
    : { code: result.outcome, message: storable(failureMessage(result, isSecret), SENTENCE) }
}

/**
 * Whether a page can be read, and why not: `unknown` has a fault. `isSecret`: the check sends credentials.
 */
export const pageVerdict = (
  fetched: FetchedContent,
  isSecret: boolean
): { readonly verdict: Verdict; readonly fault: CheckFault | null } => {
  const { obstacle, read, result } = fetched
  const fault = faultOf(fetched, isSecret)
  if (result.verdict === "unknown" || obstacle !== null) return { verdict: "unknown", fault }
  return { verdict: fault === null && read?.state === "ok" ? "up" : "down", fault }
}
