import { type DueKind, DueTimes, RateLimitedAttempts } from "@mon/core-store"
import { jobQueues } from "@mon/notifications"
import { UptimeProbe } from "@mon/uptime-probe/effect"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { createHash } from "node:crypto"
import { startPeriodicTasks } from "../loops/periodicTasks.ts"
import { WorkerConfig } from "../settings/WorkerConfig.ts"
import { WorkerTimings } from "../settings/WorkerTimings.ts"

/** The time, in milliseconds, after which a check or an alert that is due counts as late. */
const LATE_MS = 120_000
const TIMEOUT_MS = 10_000
/** The period in which all workers together send one request. */
const BETWEEN_SECONDS = 50

const isWatched = (kind: DueKind): boolean =>
  kind === "domains" || kind === "pages" || kind.startsWith("deliveries by ")

const lateWork = (due: ReadonlyMap<DueKind, number>): ReadonlyArray<DueKind> =>
  [...due].filter(([kind, inMs]) => isWatched(kind) && inMs < -LATE_MS).map(([kind]) => kind)

const beat = Effect.fnUntraced(function* (url: Redacted.Redacted) {
  const due = yield* (yield* DueTimes).next(jobQueues)
  const late = lateWork(due)
  if (late.length > 0)
    return yield* Effect.annotateLogs(Effect.logWarning("Mon does not send its own heartbeat, because work is late"), {
      late: late.join(", ")
    })
  const attempts = yield* RateLimitedAttempts
  const bucket = createHash("sha256")
    .update(`heartbeat ${Redacted.value(url)}`)
    .digest()
  const policy = { free: 1, firstWaitSeconds: BETWEEN_SECONDS, longestWaitSeconds: BETWEEN_SECONDS }
  if ((yield* attempts.take(bucket, policy)) > 0) return
  const probe = yield* UptimeProbe
  const { outcome, verdict } = yield* probe.check({ url: Redacted.value(url), timeoutMs: TIMEOUT_MS, secret: true })
  if (verdict === "up") return
  // The log contains only the outcome, which is a code. A sentence about the failure could repeat the URL, which is a
  // secret.
  yield* Effect.annotateLogs(Effect.logWarning("The request to MON_HEARTBEAT_URL failed. Mon will send it again"), {
    outcome
  })
  yield* attempts.clear(bucket)
})

/**
 * Sends a request to the URL in MON_HEARTBEAT_URL about once a minute while no check and no alert is late. If the
 * requests stop, the heartbeat service at that URL raises the alarm that Mon itself cannot raise. Several workers share
 * one heartbeat.
 */
export const layerServiceHeartbeat: Layer.Layer<
  never,
  never,
  DueTimes | RateLimitedAttempts | UptimeProbe | WorkerConfig
> = Layer.effectDiscard(
  Effect.gen(function* () {
    const { heartbeatUrl = null } = yield* WorkerConfig
    if (heartbeatUrl === null) return
    const services = yield* Effect.context<DueTimes | RateLimitedAttempts | UptimeProbe>()
    const { measureMs } = yield* WorkerTimings
    const run = Effect.provideContext(beat(heartbeatUrl), services)
    yield* startPeriodicTasks([{ name: "sending the service's heartbeat", everyMs: measureMs, run }])
  })
)
