import { Forbidden, messages, TooManyRequests, Unavailable } from "@mon/api-contract"
import { MonitorSchedule, Services } from "@mon/core-store"
import { Effect, Schedule } from "effect"
import { takeAttempt } from "../../auth/AttemptLimits.ts"
import type { Caller } from "../../auth/Caller.ts"
import { serviceMonitors } from "../monitors/serviceMonitors.ts"

const { found, writable } = serviceMonitors

const POLL_MS = 250
/** Many proxies end a request that takes a minute. */
const WAIT_MS = 55_000

/**
 * Lets a worker check a service immediately, and waits for the result. Only workers check services, so that the check
 * has the network, the location and the limits of every other check, and its result counts in the same way.
 */
export const checkServiceNow = Effect.fn("checkServiceNow")(function* (caller: Caller, id: string) {
  yield* writable(caller, id)
  const services = yield* Services
  const schedule = yield* MonitorSchedule
  const { isPaused } = yield* found(yield* services.find(caller.viewer, id))
  if (isPaused) return yield* new Forbidden({ message: messages.servicePaused })
  const seconds = yield* takeAttempt("serviceCheck", id)
  if (seconds > 0) return yield* new TooManyRequests({ message: messages.checkedJustNow(seconds) })
  const requested = yield* found(yield* schedule.request(caller.viewer, "service", id))
  if (requested._tag === "Paused") return yield* new Forbidden({ message: messages.servicePaused })
  yield* schedule.isCheckedSince(id, requested.checkedAt).pipe(
    Effect.repeat({ schedule: Schedule.spaced(POLL_MS), until: (isChecked) => isChecked }),
    Effect.timeoutOrElse({
      duration: WAIT_MS,
      orElse: () => Effect.fail(new Unavailable({ message: messages.stillChecking }))
    })
  )
  return yield* found(yield* services.find(caller.viewer, id))
})
