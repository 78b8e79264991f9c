import * as Cause from "effect/Cause"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { operation, StoreError } from "../src/sql/operation.ts"
import { sqlError } from "../src/sql/Query.ts"

class Refused extends Data.TaggedError("Refused") {}

const failures = {
  statement: sqlError(Object.assign(new Error("down"), { code: "CONNECTION_CLOSED" }), "execute"),
  inner: new StoreError({ reason: "Failed", operation: "Inner.call", cause: null }),
  own: new Refused()
}

const bodies = {
  generator: operation("Subject.method", function* (failure: keyof typeof failures) {
    yield* Effect.void
    return yield* Effect.fail(failures[failure])
  }),
  effect: operation("Subject.method", (failure: keyof typeof failures) => Effect.fail(failures[failure]))
}

describe("an operation", () => {
  it.each(["generator", "effect"] as const)("the error of a statement names the method (%s)", (body) =>
    Effect.runPromise(
      Effect.gen(function* () {
        expect(yield* Effect.flip(bodies[body]("statement"))).toMatchObject({
          _tag: "StoreError",
          operation: "Subject.method",
          reason: "Unavailable",
          cause: failures.statement
        })
        expect(yield* Effect.flip(bodies[body]("inner"))).toBe(failures.inner)
        expect(yield* Effect.flip(bodies[body]("own"))).toBe(failures.own)
      })
    )
  )

  it("the call has a span, and a trace shows where the method is defined", () =>
    Effect.runPromise(
      Effect.gen(function* () {
        const span = operation("Subject.span", () => Effect.currentSpan)
        expect((yield* span()).name).toBe("Subject.span")
        const trace = Cause.pretty(yield* Effect.flip(Effect.sandbox(bodies.generator("own"))))
        expect(trace).toMatch(/Subject\.method \(definition\) \(.*operations-name-their-errors\.test\.ts/)
        expect(trace).not.toContain("operation.ts")
      })
    ))
})
