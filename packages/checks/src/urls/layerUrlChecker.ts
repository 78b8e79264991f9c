import {
  type Blobs,
  type PageSnapshot,
  type NewUrlChange,
  type StoreError,
  type UrlCheckResult,
  UrlChecks,
  type UrlClaim
} from "@mon/core-store"
import { comparePages, type NoiseMaskName, type PageReading, readPage, type TextDiff } from "@mon/diff-engine"
import { uuidv7 } from "@mon/model"
import type { Screenshots } from "@mon/screenshot/effect"
import type { CheckResult } from "@mon/uptime-probe"
import { UptimeProbe } from "@mon/uptime-probe/effect"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { randomBytes } from "node:crypto"
import { storable } from "../StoredText.ts"
import { defaultFetchPolicy, fetchPage, type FetchPolicy } from "./fetchPage.ts"
import { compareScreenshots, type PageShot, takePageScreenshot } from "./takePageScreenshot.ts"
import { UrlChecker } from "./UrlChecker.ts"

/** How pages are checked. */
export interface UrlCheckerOptions {
  /** Whether a second fetch must confirm a change. Default: false. */
  readonly confirmChanges?: boolean
  /** From the first fetch to the second. */
  readonly confirmAfterMs?: number
  readonly fetchPolicy?: FetchPolicy
}

const CONFIRM_AFTER_MS = 5_000

/**
 * Noise that changes without the page changing: timestamps, relative times and generated values. Dates and numbers
 * count as changes.
 */
const MASKS: ReadonlyArray<NoiseMaskName> = [
  "date-time",
  "http-date",
  "time-of-day",
  "relative-time",
  "uuid",
  "hex",
  "token",
  "session-id"
]

/** Limits for the changed lines in an alert. */
const ALERT_LINES = 20
const ALERT_LINE_CHARACTERS = 300
/** Characters of a stored title or message. */
const SENTENCE = 1_000
/** Characters of a stored line or diff, more than a page can have. */
const LONGEST = 2_000_000
/** Lines of hunks stored for one change. */
const HUNK_LINES = 1_000

const newId = Effect.map(Clock.currentTimeMillis, (now) => uuidv7(now, randomBytes(10)))

/** Reads the page from a response. Null if there was no response. */
const readResponse = ({ answer, statusCode }: CheckResult): Effect.Effect<PageReading | null> => {
  if (answer === undefined || statusCode === null) return Effect.succeed(null)
  if (answer.cut) return Effect.succeed({ state: "too_large", reason: "The page is larger than 10 MiB." })
  return Effect.promise(() =>
    readPage({ body: answer.body, contentType: answer.contentType, statusCode }, { masks: MASKS })
  )
}

const alertLines = (diff: TextDiff, op: "insert" | "delete"): ReadonlyArray<string> =>
  diff.hunks
    .flatMap(({ lines }) => lines)
    .filter((line) => line.op === op && line.text.trim() !== "")
    .slice(0, ALERT_LINES)
    .map(({ text }) => storable(text, ALERT_LINE_CHARACTERS))

const changeOf = (
  id: string,
  diff: TextDiff,
  before: PageSnapshot,
  shot: PageShot | null,
  visual: NewUrlChange["visual"]
): NewUrlChange => ({
  id,
  summary: diff.headline,
  changeCount: diff.changeCount,
  addedLines: diff.addedLines,
  removedLines: diff.removedLines,
  similarity: diff.similarity,
  approximate: diff.approximate,
  diff: storable(diff.unified, LONGEST),
  hunks: diff.hunks.map((hunk) => ({
    ...hunk,
    lines: hunk.lines.map((line) => ({
      ...line,
      text: storable(line.text, LONGEST),
      spans: line.spans?.map((span) => ({ ...span, text: storable(span.text, LONGEST) })) ?? null
    }))
  })),
  visual,
  beforeImage: before.image,
  afterImage: shot?.screenshot.image ?? null,
  added: alertLines(diff, "insert"),
  removed: alertLines(diff, "delete")
})

/** Why a page could not be compared. */
const errorOf = (check: CheckResult, read: PageReading | null): UrlCheckResult["error"] => {
  if (read !== null && read.state !== "ok" && (check.outcome === "ok" || read.state === "blocked")) {
    return { code: read.state, message: storable(read.reason, SENTENCE) }
  }
  return check.outcome === "ok"
    ? null
    : { code: check.outcome, message: storable(check.message ?? "The page could not be fetched.", SENTENCE) }
}

/** Checks pages with the given engines. */
export const layerUrlChecker = ({
  confirmAfterMs = CONFIRM_AFTER_MS,
  confirmChanges = false,
  fetchPolicy = defaultFetchPolicy
}: UrlCheckerOptions = {}): Layer.Layer<UrlChecker, never, UrlChecks | UptimeProbe | Screenshots | Blobs> =>
  Layer.effect(
    UrlChecker,
    Effect.gen(function* () {
      const checks = yield* UrlChecks
      const services = yield* Effect.context<UptimeProbe | Screenshots | Blobs>()

      /** Repeats the fetch when a change must be confirmed. */
      const confirmChange = Effect.fnUntraced(function* (
        claim: UrlClaim,
        before: PageSnapshot | null,
        result: CheckResult,
        read: PageReading | null
      ) {
        if (!confirmChanges || read === null || comparePages(before, read).result !== "changed") return { result, read }
        yield* Effect.sleep(confirmAfterMs)
        const second = yield* fetchPage(claim.url, claim.timeoutMs, fetchPolicy)
        return { result: second, read: yield* readResponse(second) }
      })

      const check = Effect.fn("UrlChecker.check")(function* (
        claim: UrlClaim
      ): Effect.fn.Return<boolean, StoreError, UptimeProbe | Screenshots | Blobs> {
        const before = yield* checks.page(claim.monitorKey)
        const first = yield* fetchPage(claim.url, claim.timeoutMs, fetchPolicy)
        const { result, read } = yield* confirmChange(claim, before, first, yield* readResponse(first))
        const error = errorOf(result, read)
        const base = {
          at: claim.claimedAt,
          statusCode: result.statusCode,
          responseUs: result.totalUs,
          error,
          page: null,
          change: null,
          screenshot: null,
          notificationId: yield* newId
        }
        if (result.verdict === "unknown") return yield* checks.record(claim, { ...base, state: null })
        const isRead = error === null && read?.state === "ok"
        const wantsShot = claim.screenshotEnabled && result.statusCode !== null
        const shot = wantsShot ? yield* takePageScreenshot(claim) : null
        const screenshot = (reason: "check" | "change" | "failure") =>
          Effect.map(newId, (id) => (shot === null ? null : { ...shot.screenshot, id, reason }))
        if (!isRead)
          return yield* checks.record(claim, { ...base, state: "error", screenshot: yield* screenshot("failure") })
        const compared = comparePages(before, read, { hunkLines: HUNK_LINES })
        const { configuration, kind, text, title } = read
        const page: PageSnapshot = {
          configuration,
          kind,
          title: title === null ? null : storable(title, SENTENCE),
          text,
          image: shot?.screenshot.image ?? null,
          imageRows: shot?.rows ?? null
        }
        if (compared.result !== "changed" || before === null) {
          return yield* checks.record(claim, { ...base, state: "active", page, screenshot: yield* screenshot("check") })
        }
        const visual = shot === null ? null : yield* compareScreenshots(before, shot)
        const change = changeOf(yield* newId, compared.diff, before, shot, visual)
        return yield* checks.record(claim, {
          ...base,
          state: "changed",
          page,
          change,
          screenshot: yield* screenshot("change")
        })
      })

      return UrlChecker.of({ check: (claim) => Effect.provideContext(check(claim), services) })
    })
  )
