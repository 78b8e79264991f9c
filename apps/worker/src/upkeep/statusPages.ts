import { type DueTimes, StatusPageHosts, StatusPosts } from "@mon/core-store"
import { automaticText, type DeliveryIdentity, type OutgoingMail, sendHostNotice } from "@mon/notifications"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { DueWork, startDueTasks } from "../loops/dueWork.ts"
import { inBatches } from "../loops/inBatches.ts"
import { startPeriodicTasks } from "../loops/periodicTasks.ts"
import { WorkerTimings } from "../settings/WorkerTimings.ts"

const PAGES_AT_ONCE = 50
const POSTS_AT_ONCE = 100
const NOTICES_AT_ONCE = 100

/**
 * The tasks of status pages: posts that follow incidents of monitors, planned maintenance that changes its state by
 * itself, and notices about custom host names.
 */
export const layerStatusPageTasks: Layer.Layer<
  never,
  never,
  DueTimes | StatusPosts | StatusPageHosts | OutgoingMail | DeliveryIdentity
> = Layer.effectDiscard(
  Effect.gen(function* () {
    const posts = yield* StatusPosts
    const hosts = yield* StatusPageHosts
    const services = yield* Effect.context<OutgoingMail | DeliveryIdentity>()
    const notify = Effect.gen(function* () {
      let sent = 0
      while (sent < NOTICES_AT_ONCE && (yield* hosts.notifyNext(sendHostNotice))) sent += 1
      return sent
    })
    const { hourlyPurgeMs } = yield* WorkerTimings
    yield* startDueTasks([
      {
        name: "posting incidents on status pages",
        due: "posts about incidents",
        run: inBatches(posts.followIncidents(automaticText, PAGES_AT_ONCE), PAGES_AT_ONCE)
      },
      {
        name: "updating planned maintenance on status pages",
        due: "planned maintenance",
        run: inBatches(posts.moveMaintenance(automaticText, POSTS_AT_ONCE), POSTS_AT_ONCE)
      },
      {
        name: "notifying owners about custom host names of status pages",
        due: "notices about hosts",
        run: Effect.provideContext(inBatches(notify, NOTICES_AT_ONCE), services)
      }
    ])
    yield* startPeriodicTasks([
      { name: "scheduling lookups of custom host names", everyMs: hourlyPurgeMs, run: hosts.reschedule() }
    ])
  })
).pipe(Layer.provide(DueWork.layer))
