import { Attempts, People, Sessions } from "@mon/core-store"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { startChores } from "./chores.ts"
import { WorkerPace } from "./WorkerPace.ts"

/** Forgets sessions, links and attempts that are over, now and then. */
export const layerPeopleChores: Layer.Layer<never, never, Attempts | People | Sessions> = Layer.effectDiscard(
  Effect.gen(function* () {
    const people = yield* People
    const sessions = yield* Sessions
    const attempts = yield* Attempts
    const { answersMs } = yield* WorkerPace
    yield* startChores([
      ["forgetting sessions that are over", sessions.forgetOver(), answersMs],
      ["forgetting links that are over", people.forgetLinks(), answersMs],
      ["forgetting attempts of days ago", attempts.forgetOld(), answersMs]
    ])
  })
)
