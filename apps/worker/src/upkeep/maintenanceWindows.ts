import { expandSchedule } from "@mon/alerts/maintenance"
import { type DueTimes, MaintenanceWindows, Notifications } from "@mon/core-store"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { DueWork, startDueTasks } from "../loops/dueWork.ts"
import { inBatches } from "../loops/inBatches.ts"
import { startPeriodicTasks } from "../loops/periodicTasks.ts"
import { WorkerTimings } from "../settings/WorkerTimings.ts"

/**
 * The number of days ahead for which occurrences must be stored. If fewer days are stored for a window, a run stores
 * its occurrences of the next 60 days.
 */
const DAYS_AHEAD = 45
const WINDOWS_AT_ONCE = 200
const OCCURRENCES_AT_ONCE = 100
const FACTS_AT_ONCE = 500

/**
 * Runs the tasks of maintenance windows. Triggers in the database suppress the alerts themselves. The tasks store the
 * next occurrences and the times of past occurrences, announce suppressed alerts at the end of a window, apply the
 * limits of plans, and end alert pauses.
 */
export const layerMaintenanceTasks: Layer.Layer<never, never, DueTimes | MaintenanceWindows | Notifications> =
  Layer.effectDiscard(
    Effect.gen(function* () {
      const windows = yield* MaintenanceWindows
      const notifications = yield* Notifications
      const { hourlyPurgeMs, plansMs } = yield* WorkerTimings
      const extend = Effect.gen(function* () {
        const expiring = yield* windows.expiring(DAYS_AHEAD, WINDOWS_AT_ONCE)
        yield* Effect.forEach(expiring, (window) => windows.extend(window, expandSchedule), { discard: true })
        return expiring.length
      })
      yield* startDueTasks([
        {
          name: "announcing what maintenance windows suppressed",
          due: "ends of maintenance",
          run: windows.announceEnded(FACTS_AT_ONCE)
        }
      ])
      yield* startPeriodicTasks([
        {
          name: "settling maintenance windows",
          everyMs: plansMs,
          run: inBatches(windows.settle(OCCURRENCES_AT_ONCE), OCCURRENCES_AT_ONCE)
        },
        {
          name: "storing the next maintenance windows",
          everyMs: hourlyPurgeMs,
          run: inBatches(extend, WINDOWS_AT_ONCE)
        },
        { name: "ending alert pauses", everyMs: plansMs, run: notifications.endPauses() },
        { name: "applying plans to maintenance windows", everyMs: plansMs, run: windows.applyLimits() }
      ])
    })
  ).pipe(Layer.provide(DueWork.layer))
