import { RateLimitedAttempts, People, Sessions } from "@mon/core-store"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { startChores } from "./chores.ts"
import { WorkerPace } from "./WorkerPace.ts"

/** Forgets sessions, links and attempts that are over, now and then. */
export const layerPeopleChores: Layer.Layer<never, never, RateLimitedAttempts | People | Sessions> =
  Layer.effectDiscard(
    Effect.gen(function* () {
      const people = yield* People
      const sessions = yield* Sessions
      const attempts = yield* RateLimitedAttempts
      const { answersMs } = yield* WorkerPace
      yield* startChores([
        ["forgetting sessions that are over", sessions.purgeExpired(), answersMs],
        ["forgetting links that are over", people.purgeLinks(), answersMs],
        ["forgetting attempts of days ago", attempts.purgeOld(), answersMs]
      ])
    })
  )
