import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { type DueKind, DueTimes } from "../src/index.ts"

/** Times of claims and of the question before them may differ by so much. */
const TOLERANCE_MS = 1_000

const isSome = (done: unknown): boolean =>
  Array.isArray(done) ? done.length > 0 : typeof done === "number" ? done > 0 : Boolean(done)

/** Work of this kind. Workers begin it only when it is known to be due, so what it does must have been due before. */
export const knownToBeDue = <A, E, R>(kind: DueKind, work: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const next = yield* (yield* DueTimes).next([])
    const done = yield* work
    if (isSome(done)) assert.isAtMost(next.get(kind) ?? Infinity, TOLERANCE_MS, `${kind} must be due`)
    return done
  })
