import * as Effect from "effect/Effect"
import type { SupervisionEvent } from "./superviseEmbedded.ts"

const REPEAT_MS = 60_000

const messageOf = (event: SupervisionEvent): Effect.Effect<void> => {
  switch (event._tag) {
    case "Waiting":
      return Effect.logWarning(event.message)
    case "Ended":
      return Effect.annotateLogs(Effect.logError("The embedded database stopped. It will be started again"), {
        pid: event.pid
      })
    case "StartFailed":
      return Effect.annotateLogs(Effect.logError("The embedded database could not be started. Mon will try again"), {
        error: event.message,
        attempts: event.attempt
      })
    case "Restarted":
      return Effect.annotateLogs(Effect.logInfo("The embedded database is running again"), {
        pid: event.pid,
        port: event.port,
        attempts: event.attempts
      })
  }
}

/**
 * Logs the events of a supervised server. Failed attempts are logged at most once a minute, all other events
 * immediately.
 */
export const logSupervision: Effect.Effect<(event: SupervisionEvent) => void> = Effect.map(
  Effect.context<never>(),
  (context) => {
    let loggedAt = Number.NEGATIVE_INFINITY
    return (event) => {
      if (event._tag === "StartFailed") {
        if (event.attempt > 1 && performance.now() - loggedAt < REPEAT_MS) return
        loggedAt = performance.now()
      }
      Effect.runForkWith(context)(messageOf(event))
    }
  }
)
