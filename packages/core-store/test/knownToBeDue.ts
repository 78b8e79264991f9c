import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { type DueKind, DueTimes } from "../src/index.ts"

/**
 * The largest allowed difference between the time of a claim and the time of the query for due work before the claim.
 */
const TOLERANCE_MS = 1_000

const isSome = (done: unknown): boolean =>
  Array.isArray(done) ? done.length > 0 : typeof done === "number" ? done > 0 : Boolean(done)

/**
 * Runs work of this kind. Workers begin such work only when they know that it is due, so the work that was done must
 * have been due before.
 */
export const knownToBeDue = <A, E, R>(kind: DueKind, work: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const next = yield* (yield* DueTimes).next([])
    const done = yield* work
    if (isSome(done)) assert.isAtMost(next.get(kind) ?? Infinity, TOLERANCE_MS, `${kind} must be due`)
    return done
  })
