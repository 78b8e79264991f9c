import {
  type Blobs,
  type PageSnapshot,
  type Secrets,
  type NewPageChange,
  type StoreError,
  PageChecks,
  type PageClaim
} from "@mon/core-store"
import { isUnsafeMethod, uuidv7 } from "@mon/model"
import type { Screenshots } from "@mon/screenshot/effect"
import { UptimeProbe } from "@mon/uptime-probe/effect"
import { WorkerPool } from "@mon/process-runtime/worker-pool"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { randomBytes } from "node:crypto"
import { pageEvidence } from "../diagnoses/pageEvidence.ts"
import { Location } from "../Location.ts"
import type { Connectivity } from "../ownNetwork/Connectivity.ts"
import type { OwnNetwork } from "../ownNetwork/OwnNetworkGuard.ts"
import { isDegraded, recordedContent } from "../requests/checkFacts.ts"
import { runSuspect } from "../isolation/checkSuspect.ts"
import { isSecretRequest } from "../requests/performCheck.ts"
import { examineResponse, type FetchedContent, NO_CONTENT, pageVerdict } from "./examineResponse.ts"
import { beginCheck, fetchPage, judgeFetch } from "./fetchPage.ts"
import { defaultFetchPolicy, type FetchPolicy } from "./fetchUrl.ts"
import type { ExaminedPage } from "./pageJobs.ts"
import { compareScreenshots, drawPage, storePageScreenshot } from "./takePageScreenshot.ts"
import { renderPage } from "./renderPage.ts"

export interface PageCheckOptions {
  /** Whether a second fetch must confirm a change. Default: false. */
  readonly confirmChanges?: boolean
  /** The time from the first fetch to the second fetch, in milliseconds. */
  readonly confirmAfterMs?: number
  readonly fetchPolicy?: FetchPolicy
}

const CONFIRM_AFTER_MS = 5_000

type JudgedPage = FetchedContent<ExaminedPage> & { readonly network: OwnNetwork }

const hasChanged = ({ examined }: FetchedContent<ExaminedPage>): boolean => (examined?.difference ?? null) !== null

const newId = Effect.map(Clock.currentTimeMillis, (now) => uuidv7(now, randomBytes(10)))

/** The error of a check if the account's plan does not include running the scripts of the page. */
const NOT_RENDERED = {
  code: "render_not_in_plan",
  message: "The page's scripts did not run, because the account's plan does not include it."
}

const withoutVerdict = ({ claimedAt }: PageClaim, message: string) =>
  ({
    at: claimedAt,
    state: null,
    statusCode: null,
    responseUs: null,
    error: { code: "prober_fault", message },
    page: null,
    change: null,
    screenshot: null
  }) as const

export type PageEngines = PageChecks | UptimeProbe | Secrets | Connectivity | Screenshots | Blobs | WorkerPool

const fetchContent = Effect.fnUntraced(function* (
  claim: PageClaim,
  before: PageSnapshot | null,
  begunAt: number,
  fetchPolicy: FetchPolicy
) {
  const fetched = yield* fetchPage(claim, fetchPolicy)
  const { result } = fetched
  const { network, suppressed } = yield* judgeFetch(claim, fetched, begunAt)
  if (suppressed) return { ...NO_CONTENT, result, obstacle: "own network", shot: null, network } satisfies JudgedPage
  const examined = yield* examineResponse(result, {
    rules: claim.rules,
    owner: claim.accountKey,
    render: claim.render === true ? (page) => renderPage(claim, page) : null,
    before: before === null ? null : { text: before.text, configuration: before.configuration }
  })
  return { ...examined, network } satisfies JudgedPage
})

const fetchConfirmed = Effect.fnUntraced(function* (
  claim: PageClaim,
  before: PageSnapshot | null,
  { confirmAfterMs = CONFIRM_AFTER_MS, confirmChanges = false, fetchPolicy = defaultFetchPolicy }: PageCheckOptions
) {
  const begunAt = yield* beginCheck
  const first = yield* fetchContent(claim, before, begunAt, fetchPolicy)
  if (!confirmChanges || !hasChanged(first) || isUnsafeMethod(claim.request?.method)) return first
  yield* Effect.sleep(confirmAfterMs)
  return yield* fetchContent(claim, before, begunAt, fetchPolicy)
})

const checkOnce = Effect.fn("PageChecker.check")(function* (
  claim: PageClaim,
  options: PageCheckOptions
): Effect.fn.Return<boolean, StoreError, PageEngines> {
  const checks = yield* PageChecks
  if (claim.stopped !== null)
    return yield* checks.record(claim, {
      ...withoutVerdict(claim, claim.stopped),
      ...(claim.isSuspect ? { suspicion: "kept" } : {}),
      notificationId: yield* newId
    })
  const before = yield* checks.page(claim.monitorKey)
  const fetched = yield* fetchConfirmed(claim, before, options)
  const { examined, obstacle, result } = fetched
  const isSecret = isSecretRequest(claim.request)
  const { fault: error, verdict } = pageVerdict(fetched, isSecret)
  const slow = error === null || obstacle !== null ? isDegraded(result, claim.degradedAfterMs) : null
  const base = {
    at: claim.claimedAt,
    statusCode: result.statusCode,
    responseUs: result.totalUs,
    error: error ?? (claim.render === "refused" ? NOT_RENDERED : null),
    page: null,
    change: null,
    screenshot: null,
    notificationId: yield* newId,
    content: recordedContent(result, { isSecret, contentMemory: claim.contentMemory }),
    speed: slow === null ? null : { slow, notificationId: yield* newId }
  }
  if (obstacle === "busy")
    yield* Effect.logWarning("A page was not compared because too many pages are waiting for a thread")
  if (obstacle === "no browser") yield* Effect.logWarning("A page was not compared because no browser is available")
  if (verdict === "unknown") return yield* checks.record(claim, { ...base, state: null })
  // A page with credentials gets no screenshot, because the browser would open it without the credentials.
  const wantsShot = claim.screenshotEnabled && result.statusCode !== null && !isSecret
  const shot = wantsShot ? yield* storePageScreenshot(claim, fetched.shot ?? (yield* drawPage(claim, false))) : null
  const screenshot = (reason: "check" | "change" | "failure") =>
    Effect.map(newId, (id) => (shot === null ? null : { ...shot.screenshot, id, reason }))
  if (verdict === "down" || examined?.reading.state !== "ok")
    return yield* checks.record(claim, {
      ...base,
      state: "error",
      evidence: pageEvidence(fetched, {
        at: claim.claimedAt,
        location: yield* Location,
        network: fetched.network,
        isSecret,
        hostname: claim.hostname,
        url: claim.url
      }),
      screenshot: yield* screenshot("failure")
    })
  const { difference, isBaselineKept } = examined
  const { configuration, kind, text, title } = examined.reading
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
  const change: NewPageChange = {
    ...difference,
    // Alerts show these lines, but the lines of a page that needs credentials may be read only by signed-in people and
    // with API keys.
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

const checkApart = (claim: PageClaim, options: PageCheckOptions) =>
  Effect.flatMap(PageChecks, (checks) =>
    runSuspect(claim, claim.leaseUntil - claim.claimedAt, checkOnce(claim, options), ({ message, suspicion }) =>
      Effect.flatMap(newId, (notificationId) =>
        checks.record(claim, { ...withoutVerdict(claim, message), notificationId, suspicion })
      )
    )
  )

/**
 * Checks a claimed page once and records the result: whether the page can be read, and the differences from the stored
 * text. Returns false if the lease had expired; nothing is recorded then.
 */
export const checkPage = (claim: PageClaim, options: PageCheckOptions = {}) =>
  claim.isSuspect && claim.stopped === null ? checkApart(claim, options) : checkOnce(claim, options)
