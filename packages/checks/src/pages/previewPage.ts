import type { Secrets } from "@mon/core-store"
import { type PagePreview, type PageRules, previewLimits } from "@mon/model"
import type { Screenshots } from "@mon/screenshot/effect"
import type { UptimeProbe } from "@mon/uptime-probe/effect"
import { WorkerPool } from "@mon/process-runtime/worker-pool"
import * as Effect from "effect/Effect"
import type { CheckedTarget } from "../requests/sealedRequest.ts"
import { isSecretRequest } from "../requests/performCheck.ts"
import { triedCheck } from "../requests/triedCheck.ts"
import { pageVerdict, readResponse } from "./examineResponse.ts"
import { fetchPage } from "./fetchPage.ts"
import { renderPage } from "./renderPage.ts"
import { pageThreads } from "./PageThreads.ts"

export interface PreviewTarget extends CheckedTarget {
  readonly screenshotWaitMs: number
  readonly rules: PageRules
  readonly render: boolean
}

/**
 * The rules for repeated attempts. A preview shows a temporary failure immediately, although a check would try again
 * first.
 */
const ONCE = { attempts: 1, waitMs: 0 } as const

const STATUS = { up: "active", down: "error", unknown: "unknown" } as const

const NOTHING = { title: null, lineCount: 0, lines: [], leftOut: [], cause: null } as const

/**
 * Checks a page once as if it were stored, and returns the text that Mon would compare. Stores nothing. Null if no
 * thread or browser is free. If the request contains secrets, the result contains no text of the page, because the
 * response may repeat the secrets.
 */
export const previewPage = Effect.fn("previewPage")(function* (
  target: PreviewTarget
): Effect.fn.Return<PagePreview | null, never, UptimeProbe | Screenshots | WorkerPool | Secrets> {
  const { accountKey, render, rules } = target
  const isSecret = isSecretRequest(target.request)
  const limits = isSecret ? { ...previewLimits, lines: 0, leftOutLines: 0 } : previewLimits
  const pool = yield* WorkerPool
  const { result } = yield* fetchPage(target, ONCE)
  const fetched = yield* readResponse(result, {
    render: render ? (page) => renderPage(target, page) : null,
    read: ({ body, contentType, statusCode }) =>
      pool.run(pageThreads.previewPage, { body, contentType, statusCode, rules, limits }, accountKey)
  })
  const { examined, obstacle, result: judged } = fetched
  if (obstacle !== null) return null
  const { fault, verdict } = pageVerdict(fetched, isSecret)
  const tried = triedCheck(judged, target)
  const isFailed = judged.outcome !== "ok"
  // The page of a failed check is not rendered, so its lines would differ from those of a normal check.
  const { cause, leftOut, lineCount, lines, title } = examined === null || (render && isFailed) ? NOTHING : examined
  return {
    status: STATUS[verdict],
    ...tried,
    slow: fault === null ? tried.slow : null,
    error: fault,
    title: isSecret ? null : title,
    lineCount,
    lines,
    leftOut,
    cause: isFailed ? null : cause
  }
})
