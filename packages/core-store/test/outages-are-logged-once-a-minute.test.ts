import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as References from "effect/References"
import { ConnectionError, SqlError } from "effect/sql/SqlError"
import * as TestClock from "effect/testing/TestClock"
import { describe } from "vitest"
import { isUnavailable, logUnavailable, OutageLog, StoreError } from "../src/index.ts"

const failure = (code: string, message = `connect ${code} 127.0.0.1:5432`) =>
  new SqlError({
    reason: new ConnectionError({ cause: Object.assign(new Error(message), { code }), message, operation: "execute" })
  })

const unavailable = (operation: string, code: string) =>
  new StoreError({ reason: "Unavailable", operation, cause: failure(code) })

const collect = <A, E, R>(work: (lines: Array<Record<string, unknown>>) => Effect.Effect<A, E, R>) => {
  const lines: Array<Record<string, unknown>> = []
  const logger = Logger.make<unknown, void>(({ fiber }) => {
    lines.push(fiber.getRef(References.CurrentLogAnnotations))
  })
  return work(lines).pipe(Effect.provideService(OutageLog, new Map()), Effect.provide(Logger.layer([logger])))
}

describe("an outage of the database", () => {
  it.effect("is logged at once, and then in one line a minute that counts the failures of each operation", () =>
    collect((lines) =>
      Effect.gen(function* () {
        // For five minutes, seven operations fail twice a second, as in a worker.
        for (let halfSeconds = 0; halfSeconds < 600; halfSeconds++) {
          for (let number = 1; number <= 7; number++)
            yield* logUnavailable(unavailable(`Work.${number}`, "ECONNREFUSED"), "work")
          yield* TestClock.adjust("500 millis")
        }
        assert.lengthOf(lines, 5)
        assert.deepInclude(lines[0], { failures: { "Work.1": 1 }, error: "connect ECONNREFUSED 127.0.0.1:5432" })
        assert.deepInclude(lines[1]?.["failures"], { "Work.1": 120, "Work.7": 120 })
      })
    )
  )

  it.effect("has lines of its own for each cause, whatever the operation and the port", () =>
    collect((lines) =>
      Effect.gen(function* () {
        yield* logUnavailable(unavailable("Queue.fetch", "ECONNREFUSED"), "mail")
        yield* logUnavailable(failure("ECONNREFUSED", "connect ECONNREFUSED 127.0.0.1:6543"), "mail")
        yield* logUnavailable(unavailable("Tags.list", "53100"), "requests")
        assert.deepStrictEqual(
          lines.map(({ work }) => work),
          ["mail", "requests"]
        )
      })
    )
  )

  it("is not every error", () => {
    assert.isTrue(isUnavailable(unavailable("Tags.list", "57P03")))
    assert.isTrue(isUnavailable(failure("ECONNREFUSED")))
    assert.isFalse(isUnavailable(new StoreError({ reason: "Failed", operation: "Tags.list", cause: null })))
    assert.isFalse(isUnavailable(new Error("no")))
  })
})
