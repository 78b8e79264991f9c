import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { DisposableCheck } from "../src/effect.ts"

const shipped = readFileSync(new URL("../table/disposable.bin", import.meta.url))

describe("the service", () => {
  it.effect("returns the same verdicts as the functions", () =>
    Effect.gen(function* () {
      const service = yield* DisposableCheck
      const verdict = yield* service.check("Bob <bob@x.mailinator.com>")
      assert.deepInclude(verdict, { valid: true, disposable: true, rule: "mailinator.com" })
      assert.isTrue(yield* service.isDisposable("x@duck.com", { aliases: "flag" }))
      assert.strictEqual(yield* service.mailClass("anna@proton.me"), "privacy")
      assert.isAbove(service.checker.info.rules, 72_000)
    }).pipe(Effect.provide(DisposableCheck.layer))
  )

  it.effect("works with another table", () =>
    DisposableCheck.use((service) => service.isDisposable("mailinator.com")).pipe(
      Effect.provide(DisposableCheck.layerBytes(shipped)),
      Effect.map((answer) => assert.isTrue(answer))
    )
  )

  it.effect("fails to start with bytes that are not a table", () =>
    DisposableCheck.use((service) => service.isDisposable("mailinator.com")).pipe(
      Effect.provide(DisposableCheck.layerBytes(shipped.subarray(0, 100))),
      Effect.flip,
      Effect.map((error) => {
        assert.strictEqual(error._tag, "DisposableCheckError")
        assert.strictEqual(error.reason, "TableUnusable")
        assert.match(error.message, /is not a table of disposable domains/)
      })
    )
  )

  it.effect("lists only the given domains in tests", () =>
    Effect.gen(function* () {
      const service = yield* DisposableCheck
      assert.isTrue(yield* service.isDisposable("bob@thrown.example"))
      assert.isFalse(yield* service.isDisposable("bob@mailinator.com"))
      assert.strictEqual(yield* service.mailClass("nonsense"), "invalid")
      assert.strictEqual(yield* service.mailClass("bob@thrown.example"), "disposable")
    }).pipe(
      Effect.provide(
        DisposableCheck.layerMemory({ "thrown.example": { disposable: true, class: "disposable", tier: "confirmed" } })
      )
    )
  )
})
