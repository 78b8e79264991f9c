import { Deliveries, Queue, Retention } from "@mon/core-store"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { startChores } from "./chores.ts"
import { WorkerPace } from "./WorkerPace.ts"

/** Days that things are kept. */
const KEPT = { history: 90, notifications: 180, deliveries: 30, mails: 30, onceKeys: 30 } as const
/** Rows that go at once; the rest goes at the next time. */
const ROWS_AT_ONCE = 10_000

/** Forgets what was kept long enough, now and then. What belongs to one kind of work is forgotten beside that work. */
export const layerRetentionChores: Layer.Layer<never, never, Deliveries | Queue | Retention> = Layer.effectDiscard(
  Effect.gen(function* () {
    const retention = yield* Retention
    const deliveries = yield* Deliveries
    const queue = yield* Queue
    const { answersMs, windowsMs } = yield* WorkerPace
    yield* startChores([
      ["forgetting the history", retention.purgeHistory(KEPT.history, ROWS_AT_ONCE), answersMs],
      ["forgetting notifications", retention.purgeNotifications(KEPT.notifications, ROWS_AT_ONCE), windowsMs],
      ["forgetting deliveries", deliveries.purge(KEPT.deliveries, ROWS_AT_ONCE), windowsMs],
      ["forgetting mails of the outbox", retention.purgeEmails(KEPT.mails, ROWS_AT_ONCE), windowsMs],
      ["forgetting keys of jobs that are over", queue.purgeOnceKeys(KEPT.onceKeys), answersMs]
    ])
  })
)
