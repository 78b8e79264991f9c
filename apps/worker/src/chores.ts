import type { StoreError } from "@mon/core-store"
import { explainStoreError } from "@mon/process-runtime"
import * as Effect from "effect/Effect"
import * as Repeat from "effect/Schedule"

const failed = (chore: string, error: string) =>
  Effect.annotateLogs(Effect.logWarning("Housekeeping failed; it is tried again later"), { chore, error })

/** Something done now and then: its name, what is done, and how often in milliseconds. */
export type Chore = readonly [name: string, chore: Effect.Effect<unknown, StoreError>, everyMs: number]

/** Does each chore now and then, from now for as long as the scope is open; failing, it is done next time. */
export const startChores = Effect.fnUntraced(function* (chores: ReadonlyArray<Chore>) {
  for (const [name, chore, everyMs] of chores) {
    yield* chore.pipe(
      Effect.catch((error) => failed(name, explainStoreError(error))),
      Effect.catchDefect((defect) => failed(name, String(defect))),
      Effect.repeat(Repeat.spaced(everyMs)),
      Effect.forkScoped
    )
  }
})
