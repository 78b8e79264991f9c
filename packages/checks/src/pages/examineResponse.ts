import type { PageReading } from "@mon/diff-engine"
import type { PageRules } from "@mon/model"
import type { ScreenshotResult } from "@mon/screenshot/effect"
import type { CheckResult, Verdict } from "@mon/uptime-probe"
import { type JobOutcome, WorkerPool } from "@mon/process-runtime/worker-pool"
import * as Effect from "effect/Effect"
import { storable } from "../StoredText.ts"
import { failureMessage } from "../requests/checkFacts.ts"
import type { ExaminedPage, FetchedPage } from "./pageJobs.ts"
import type { PageBody, RenderedPage } from "./renderPage.ts"
import { pageThreads } from "./PageThreads.ts"

interface AbandonedPage {
  readonly state: "too_slow" | "too_large" | "not_applicable" | "render_failed"
  readonly reason: string
}

interface Examined {
  readonly reading: { readonly state: "ok" } | Extract<PageReading, { readonly reason: string }>
}

/**
 * The content of a response. Both fields are null if there was no response, or if Mon had no free thread to read it.
 */
interface PageContent<A> {
  readonly examined: A | null
  readonly abandoned: AbandonedPage | null
}

export interface FetchedContent<A extends Examined> extends PageContent<A> {
  readonly result: CheckResult
  /**
   * The reason why the check says nothing about the page: Mon had no free thread, Mon had no free browser, or its own
   * network may have failed.
   */
  readonly obstacle: "busy" | "no browser" | "own network" | null
  /** The page as the browser rendered it. Null if the page was not rendered. */
  readonly shot: ScreenshotResult | null
}

const abandoned = (state: AbandonedPage["state"], reason: string): PageContent<never> => ({
  examined: null,
  abandoned: { state, reason: `${reason} Monitor a smaller page of the site instead.` }
})

export const NO_CONTENT: PageContent<never> = { examined: null, abandoned: null }

interface OpenedPage extends PageBody {
  /** Whether a browser has run the scripts of the page. */
  readonly isRendered: boolean
  readonly isFailed: boolean
}

/** The functions that open a response in a browser and read it in a thread. */
interface ReadOptions<A, R> {
  /** Opens the page in a browser. Null if the page is read without a browser. */
  readonly render: ((result: CheckResult) => Effect.Effect<RenderedPage, never, R>) | null
  readonly read: (page: OpenedPage) => Effect.Effect<JobOutcome<A>, never, R>
}

export const readResponse = Effect.fnUntraced(function* <A extends Examined, R>(
  result: CheckResult,
  { read, render }: ReadOptions<A, R>
): Effect.fn.Return<FetchedContent<A>, never, R> {
  const { answer, statusCode } = result
  const plain = { result, obstacle: null, shot: null } as const
  if (answer === undefined || statusCode === null) return { ...NO_CONTENT, ...plain }
  if (answer.cut) return { ...abandoned("too_large", "The page is larger than 10 MiB."), ...plain }
  const { body, contentType } = answer
  const rendered = result.outcome === "ok" && render !== null ? yield* render(result) : null
  if (rendered?._tag === "Failed") {
    const { reason, state } = rendered
    return { examined: null, abandoned: { state, reason }, ...plain }
  }
  if (rendered?._tag === "NoBrowser") return { ...NO_CONTENT, ...plain, obstacle: "no browser" }
  const { result: judged, shot } = rendered ?? { result, shot: null }
  const outcome = yield* read({
    ...(rendered?.page ?? { body, contentType, statusCode }),
    isRendered: rendered !== null,
    isFailed: judged.outcome !== "ok"
  })
  const judgedPage = { result: judged, obstacle: null, shot } as const
  switch (outcome._tag) {
    case "Done":
      return { examined: outcome.value, abandoned: null, ...judgedPage }
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

export interface ExamineOptions<R> extends Pick<ReadOptions<never, R>, "render"> {
  readonly rules: PageRules
  /** The account that owns the job. The jobs of one account never use all threads at the same time. */
  readonly owner: string
  /** The stored text with which the response is compared. */
  readonly before: FetchedPage["before"]
}

export const examineResponse = Effect.fnUntraced(function* <R>(
  result: CheckResult,
  { before, owner, render, rules }: ExamineOptions<R>
): Effect.fn.Return<FetchedContent<ExaminedPage>, never, WorkerPool | R> {
  const pool = yield* WorkerPool
  // The page of a failed check is not compared, but it is read because it may show that the site blocks Mon.
  return yield* readResponse<ExaminedPage, R>(result, {
    render,
    read: ({ isFailed, ...page }) =>
      pool.run(pageThreads.examinePage, { ...page, rules, before: isFailed ? null : before }, owner)
  })
})

/** The most characters of a stored message. */
const SENTENCE = 1_000

export interface CheckFault {
  readonly code: string
  readonly message: string
}

const obstacles = {
  busy: "The page was not compared, because too many pages were waiting for a thread.",
  "no browser": "The page was not compared, because no browser was available."
} as const

const faultOf = (
  { obstacle, result }: FetchedContent<Examined>,
  read: Examined["reading"] | AbandonedPage | null,
  isSecret: boolean
): CheckFault | null => {
  if (obstacle === "busy" || obstacle === "no browser") return { code: "prober_fault", message: obstacles[obstacle] }
  if (read !== null && read.state !== "ok" && (result.outcome === "ok" || read.state === "blocked")) {
    return { code: read.state, message: storable(read.reason, SENTENCE) }
  }
  return result.outcome === "ok"
    ? null
    : { code: result.outcome, message: storable(failureMessage(result, isSecret), SENTENCE) }
}

/**
 * Returns the verdict about whether a page can be read, with the fault if the verdict is `down` or `unknown`.
 * `isSecret` means that the check sends credentials.
 */
export const pageVerdict = (
  fetched: FetchedContent<Examined>,
  isSecret: boolean
): { readonly verdict: Verdict; readonly fault: CheckFault | null } => {
  const { abandoned: given, examined, obstacle, result } = fetched
  const read = examined?.reading ?? given
  const fault = faultOf(fetched, read, isSecret)
  if (result.verdict === "unknown" || obstacle !== null) return { verdict: "unknown", fault }
  return { verdict: fault === null && read?.state === "ok" ? "up" : "down", fault }
}
