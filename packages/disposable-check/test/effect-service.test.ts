import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { DisposableCheck } from "../src/effect.ts"

const shipped = readFileSync(new URL("../table/disposable.bin", import.meta.url))

describe("the service", () => {
  it.effect("answers as the functions do", () =>
    Effect.gen(function* () {
      const service = yield* DisposableCheck
      const verdict = yield* service.check("Bob <bob@x.mailinator.com>")
      assert.deepInclude(verdict, { valid: true, disposable: true, rule: "mailinator.com" })
      assert.isTrue(yield* service.isDisposable("x@duck.com", { aliases: "flag" }))
      assert.strictEqual(yield* service.mailClass("anna@proton.me"), "privacy")
      assert.isAbove(service.checker.info.rules, 72_000)
    }).pipe(Effect.provide(DisposableCheck.layer))
  )

  it.effect("works over a table from elsewhere", () =>
    DisposableCheck.use((service) => service.isDisposable("mailinator.com")).pipe(
      Effect.provide(DisposableCheck.layerBytes(shipped)),
      Effect.map((answer) => assert.isTrue(answer))
    )
  )

  it.effect("fails to start with bytes that are no table", () =>
    DisposableCheck.use((service) => service.isDisposable("mailinator.com")).pipe(
      Effect.provide(DisposableCheck.layerBytes(shipped.subarray(0, 100))),
      Effect.flip,
      Effect.map((error) => {
        assert.strictEqual(error._tag, "DisposableCheckError")
        assert.strictEqual(error.reason, "TableUnusable")
        assert.match(error.message, /^Not a table of disposable domains/)
      })
    )
  )

  it.effect("is told in tests what is listed", () =>
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
