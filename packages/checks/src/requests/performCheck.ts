import type { CheckOptions } from "@mon/core-store"
import { requestFields, sealedTexts } from "@mon/model"
import { recordInternalError } from "@mon/process-runtime/internal-errors"
import { type CheckRequest, type CheckResult, isContentMemory, unmadeCheck } from "@mon/uptime-probe"
import { UptimeProbe } from "@mon/uptime-probe/effect"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/** The extra time after the probe's own deadline, after which the probe counts as stuck. */
const GUARD_MS = 2_000

const recordThrown = (error: unknown) =>
  recordInternalError("check", "A check ended with an internal error", Cause.die(error))

/**
 * Performs a check with the request that `opened` returns. If the probe is stuck or throws, the result has no verdict.
 */
export const performCheck = Effect.fnUntraced(function* <E, R>(
  { timeoutMs, url }: Pick<TimedRequest, "timeoutMs" | "url">,
  opened: Effect.Effect<TimedRequest, E, R>
): Effect.fn.Return<CheckResult, E, UptimeProbe | R> {
  const probe = yield* UptimeProbe
  const startedAt = yield* Clock.currentTimeMillis
  return yield* Effect.flatMap(opened, probe.check).pipe(
    Effect.timeoutOrElse({
      duration: timeoutMs + GUARD_MS,
      orElse: () => Effect.succeed(unmadeCheck(url, startedAt, "The check did not finish in time."))
    }),
    Effect.tap(({ thrown }) => (thrown === undefined ? Effect.void : recordThrown(thrown))),
    Effect.catchDefect((defect) =>
      Effect.as(recordThrown(defect), unmadeCheck(url, startedAt, "The check ended with an internal error."))
    )
  )
})

/** The request and the expectations of a check, with decrypted credentials. */
export interface PlainTarget extends Pick<CheckOptions, "contentFaults" | "contentMemory" | "expect" | "request"> {
  readonly url: string
  readonly timeoutMs: number
}

export type TimedRequest = CheckRequest & { readonly timeoutMs: number }

/**
 * The headers that describe the wanted response (RFC 9110 sections 12.5, 13.1 and 14.2, RFC 9111). Their values are not
 * secret.
 */
const PLAIN_HEADERS: ReadonlySet<string> = new Set([
  "accept",
  "accept-language",
  "cache-control",
  "content-language",
  "content-type",
  "if-modified-since",
  "if-none-match",
  "pragma",
  "range"
])

/** Whether a request must not be sent to a host whose certificate is not valid. */
export const isConfidential = ({
  auth,
  body,
  headers = {}
}: Pick<NonNullable<CheckOptions["request"]>, "auth" | "headers"> & { readonly body?: unknown }): boolean =>
  auth !== undefined ||
  body !== undefined ||
  Object.keys(headers).some((name) => !PLAIN_HEADERS.has(name.toLowerCase()))

export const plainRequest = ({
  contentFaults,
  contentMemory,
  expect,
  request,
  timeoutMs,
  url
}: PlainTarget): TimedRequest => ({
  url,
  timeoutMs,
  ...request,
  ...(request !== null && isConfidential(request) ? { secret: true } : {}),
  contentFaults,
  ...(isContentMemory(contentMemory) ? { contentMemory } : {}),
  ...(expect.length === 0 ? {} : { expect })
})

type MonitorRequest = NonNullable<CheckOptions["request"]>

export const isSecretRequest = (request: MonitorRequest | null): boolean =>
  request !== null && sealedTexts(requestFields.request.form, request).size > 0
