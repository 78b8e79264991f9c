import { AccountDeletions, type DueTimes } from "@mon/core-store"
import { type DeliveryIdentity, type OutgoingMail, sendDeletionNotice } from "@mon/notifications"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { DueWork, startDueTasks } from "../loops/dueWork.ts"
import { inBatches } from "../loops/inBatches.ts"
import { startPeriodicTasks } from "../loops/periodicTasks.ts"
import { WorkerTimings } from "../settings/WorkerTimings.ts"

/**
 * The largest number of rows of deleted accounts that one statement deletes. It is small, because the deletion of a row
 * may cascade to other rows.
 */
const ACCOUNT_ROWS_AT_ONCE = 1_000
const NOTICES_AT_ONCE = 100

/** Emails the people in accounts that will be deleted. Deletes accounts whose grace period is over. */
export const layerAccountDeletions: Layer.Layer<
  never,
  never,
  DueTimes | AccountDeletions | OutgoingMail | DeliveryIdentity
> = Layer.effectDiscard(
  Effect.gen(function* () {
    const deletions = yield* AccountDeletions
    const services = yield* Effect.context<OutgoingMail | DeliveryIdentity>()
    const notify = Effect.gen(function* () {
      let sent = 0
      while (sent < NOTICES_AT_ONCE && (yield* deletions.notifyNext(sendDeletionNotice))) sent += 1
      return sent
    })
    const { purgeMs } = yield* WorkerTimings
    yield* startDueTasks([
      {
        name: "notifying people about the deletion of their account",
        due: "notices about deletions",
        run: Effect.provideContext(inBatches(notify, NOTICES_AT_ONCE), services)
      }
    ])
    yield* startPeriodicTasks([
      {
        name: "deleting accounts",
        everyMs: purgeMs,
        run: inBatches(deletions.purge(ACCOUNT_ROWS_AT_ONCE), 1)
      }
    ])
  })
).pipe(Layer.provide(DueWork.layer))
