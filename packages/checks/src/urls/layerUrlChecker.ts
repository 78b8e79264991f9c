import {
  type Blobs,
  type PageSnapshot,
  type Secrets,
  type NewUrlChange,
  type StoreError,
  type UrlCheckResult,
  UrlChecks,
  type UrlClaim
} from "@mon/core-store"
import type { PageReading } from "@mon/diff-engine"
import { isUnsafeMethod, uuidv7 } from "@mon/model"
import type { ScreenshotResult, Screenshots } from "@mon/screenshot/effect"
import type { CheckResult } from "@mon/uptime-probe"
import { UptimeProbe } from "@mon/uptime-probe/effect"
import { WorkerPool } from "@mon/worker-pool"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { randomBytes } from "node:crypto"
import { storable } from "../StoredText.ts"
import type { Connectivity } from "../ownNetwork/Connectivity.ts"
import { failureMessage, isSlow } from "../requests/checkFacts.ts"
import { isSecretRequest } from "../requests/sealedRequest.ts"
import { defaultFetchPolicy, fetchPage, type FetchPolicy } from "./fetchPage.ts"
import { beginCheck, isSuppressed } from "./judgeFetch.ts"
import { compareScreenshots, drawPage, storePageScreenshot } from "./takePageScreenshot.ts"
import type { PageDifference } from "./pageJobs.ts"
import { previewPage } from "./previewPage.ts"
import { renderPage } from "./renderPage.ts"
import { UrlChecker } from "./UrlChecker.ts"
import { urlJobs } from "./UrlJobs.ts"

/** How pages are checked. */
export interface UrlCheckerOptions {
  /** Whether a second fetch must confirm a change. Default: false. */
  readonly confirmChanges?: boolean
  /** From the first fetch to the second. */
  readonly confirmAfterMs?: number
  readonly fetchPolicy?: FetchPolicy
}

const CONFIRM_AFTER_MS = 5_000

/** Characters of a stored message. */
const SENTENCE = 1_000

const newId = Effect.map(Clock.currentTimeMillis, (now) => uuidv7(now, randomBytes(10)))

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

const abandoned = (state: AbandonedPage["state"], reason: string): PageContent => ({
  read: { state, reason: `${reason} Monitor a smaller page of the site instead.` },
  difference: null,
  isBaselineKept: false
})

const NO_CONTENT: PageContent = { read: null, difference: null, isBaselineKept: false }

/** A response and its content. */
interface FetchedContent extends PageContent {
  readonly result: CheckResult
  /** Why the check says nothing about the page: Mon had no thread or no browser, or its own network may be away. */
  readonly obstacle: "busy" | "no browser" | "own network" | null
  /** The page in the browser, if it was rendered. */
  readonly shot: ScreenshotResult | null
}

/** Reads a response in a thread, and compares it with the stored page. */
const examine = Effect.fnUntraced(function* (
  claim: UrlClaim,
  before: PageSnapshot | null,
  result: CheckResult
): Effect.fn.Return<FetchedContent, never, WorkerPool | Screenshots> {
  const { answer, statusCode } = result
  const fetched = (
    content: PageContent,
    obstacle: FetchedContent["obstacle"] = null,
    shot: ScreenshotResult | null = null
  ) => ({ ...content, result, obstacle, shot })
  if (answer === undefined || statusCode === null) return fetched(NO_CONTENT)
  if (answer.cut) return fetched(abandoned("too_large", "The page is larger than 10 MiB."))
  const { body, contentType } = answer
  // The page of a failed check is not compared. It may still show that the site blocks Mon.
  const isOk = result.outcome === "ok"
  const rendered = isOk && claim.render === true ? yield* renderPage(claim, result) : null
  if (rendered?._tag === "Failed") {
    const { reason, state } = rendered
    return fetched({ ...NO_CONTENT, read: { state, reason } })
  }
  if (rendered?._tag === "NoBrowser") return fetched(NO_CONTENT, "no browser")
  const shot = rendered?.shot ?? null
  const stored = before !== null && isOk ? { text: before.text, configuration: before.configuration } : null
  const page = {
    ...(rendered?.page ?? { body, contentType, statusCode }),
    rules: claim.rules,
    isRendered: rendered !== null,
    before: stored
  }
  const outcome = yield* (yield* WorkerPool).run(urlJobs.examinePage, page, claim.accountKey)
  switch (outcome._tag) {
    case "Done": {
      const { difference, isBaselineKept, reading } = outcome.value
      return fetched({ read: reading, difference, isBaselineKept }, null, shot)
    }
    case "TooSlow":
      return fetched(abandoned("too_slow", `Reading the page takes more than ${outcome.deadlineMs / 1_000} seconds.`))
    case "TooLarge":
      return fetched(abandoned("too_large", "Reading the page needs too much memory."))
    case "Busy":
      return fetched(NO_CONTENT, "busy")
  }
})

/** What a check says while the plan does not allow to run the scripts of the page. */
const NOT_RENDERED = {
  code: "render_not_in_plan",
  message: "The scripts of the page did not run, because the plan of the account does not include it."
}

/** Why a page could not be compared. */
const errorOf = (check: CheckResult, read: PageContent["read"], isSecret: boolean): UrlCheckResult["error"] => {
  if (read !== null && read.state !== "ok" && (check.outcome === "ok" || read.state === "blocked")) {
    return { code: read.state, message: storable(read.reason, SENTENCE) }
  }
  return check.outcome === "ok"
    ? null
    : { code: check.outcome, message: storable(failureMessage(check, isSecret), SENTENCE) }
}

/** The result of a check that was not made. */
const withoutVerdict = ({ claimedAt }: UrlClaim) =>
  ({
    at: claimedAt,
    state: null,
    statusCode: null,
    responseUs: null,
    error: null,
    page: null,
    change: null,
    screenshot: null
  }) as const

/** What a check of a page needs besides the store. */
type Engines = UptimeProbe | Secrets | Connectivity | Screenshots | Blobs | WorkerPool

/** Checks pages with the given engines. */
export const layerUrlChecker = ({
  confirmAfterMs = CONFIRM_AFTER_MS,
  confirmChanges = false,
  fetchPolicy = defaultFetchPolicy
}: UrlCheckerOptions = {}): Layer.Layer<UrlChecker, never, UrlChecks | Engines> =>
  Layer.effect(
    UrlChecker,
    Effect.gen(function* () {
      const checks = yield* UrlChecks
      const services = yield* Effect.context<Engines>()

      const fetchContent = Effect.fnUntraced(function* (claim: UrlClaim, before: PageSnapshot | null, begunAt: number) {
        const fetched = yield* fetchPage(claim, fetchPolicy)
        const { result } = fetched
        if (yield* isSuppressed(claim, fetched, begunAt)) {
          return { ...NO_CONTENT, result, obstacle: "own network", shot: null } satisfies FetchedContent
        }
        return yield* examine(claim, before, result)
      })

      /** Repeats the fetch when a change must be confirmed. */
      const fetchConfirmed = Effect.fnUntraced(function* (claim: UrlClaim, before: PageSnapshot | null) {
        const begunAt = yield* beginCheck
        const first = yield* fetchContent(claim, before, begunAt)
        if (!confirmChanges || first.difference === null || isUnsafeMethod(claim.request?.method)) return first
        yield* Effect.sleep(confirmAfterMs)
        return yield* fetchContent(claim, before, begunAt)
      })

      const check = Effect.fn("UrlChecker.check")(function* (
        claim: UrlClaim
      ): Effect.fn.Return<boolean, StoreError, Engines> {
        if (claim.stopped !== null)
          return yield* checks.record(claim, { ...withoutVerdict(claim), notificationId: yield* newId })
        const before = yield* checks.page(claim.monitorKey)
        const fetched = yield* fetchConfirmed(claim, before)
        const { difference, isBaselineKept, obstacle, read, result } = fetched
        const isSecret = isSecretRequest(claim.request)
        const error = errorOf(result, read, isSecret)
        const slow = error === null ? isSlow(result, claim.degradedAfterMs) : null
        const base = {
          at: claim.claimedAt,
          statusCode: result.statusCode,
          responseUs: result.totalUs,
          error: error ?? (claim.render === "refused" ? NOT_RENDERED : null),
          page: null,
          change: null,
          screenshot: null,
          notificationId: yield* newId,
          speed: slow === null ? null : { slow, notificationId: yield* newId }
        }
        if (obstacle === "busy")
          yield* Effect.logWarning("A page was not compared because too many pages wait for a thread")
        if (obstacle === "no browser") yield* Effect.logWarning("A page was not compared because there is no browser")
        if (result.verdict === "unknown" || obstacle !== null)
          return yield* checks.record(claim, { ...base, state: null })
        const isRead = error === null && read?.state === "ok"
        // The picture of a page with credentials would be a picture without them.
        const wantsShot = claim.screenshotEnabled && result.statusCode !== null && !isSecret
        const shot = wantsShot
          ? yield* storePageScreenshot(claim, fetched.shot ?? (yield* drawPage(claim, false)))
          : null
        const screenshot = (reason: "check" | "change" | "failure") =>
          Effect.map(newId, (id) => (shot === null ? null : { ...shot.screenshot, id, reason }))
        if (!isRead)
          return yield* checks.record(claim, { ...base, state: "error", screenshot: yield* screenshot("failure") })
        const { configuration, kind, text, title } = read
        const page: PageSnapshot = {
          configuration,
          kind,
          title,
          text,
          image: shot?.screenshot.image ?? null,
          imageRows: shot?.rows ?? null
        }
        if (difference === null || before === null) {
          return yield* checks.record(claim, {
            ...base,
            state: "active",
            page: isBaselineKept ? null : page,
            screenshot: yield* screenshot("check")
          })
        }
        const change: NewUrlChange = {
          ...difference,
          // Alerts show these lines. Those of a page with credentials are shown to signed-in people and keys only.
          ...(isSecret ? { added: [], removed: [] } : {}),
          id: yield* newId,
          visual: shot === null ? null : yield* compareScreenshots(claim, before, shot),
          beforeImage: before.image,
          afterImage: shot?.screenshot.image ?? null
        }
        return yield* checks.record(claim, {
          ...base,
          state: "changed",
          page,
          change,
          screenshot: yield* screenshot("change")
        })
      })

      return UrlChecker.of({
        check: (claim) => Effect.provideContext(check(claim), services),
        preview: (target) => Effect.provideContext(previewPage(target), services)
      })
    })
  )
