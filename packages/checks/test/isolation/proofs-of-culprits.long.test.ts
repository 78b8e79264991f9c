import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as References from "effect/References"
import { checkOf, ended, started, suspect } from "./startedProcesses.ts"

layer(Layer.succeed(References.MinimumLogLevel, "None"), { excludeTestServices: true })("a suspect check", (it) => {
  it.effect("is proven to end its process, however it does so, and the others that shared it are made", () =>
    Effect.gen(function* () {
      const { run } = yield* started()
      const paths = ["/abort", "/throw", "/exit", "/after", "/"]
      const outcomes = yield* Effect.forEach(paths, (path) => run(suspect(), checkOf(path)), { concurrency: 5 })
      assert.deepStrictEqual(
        outcomes.slice(0, 4),
        [1, 2, 3, 4].map(() => ended(true))
      )
      assert.strictEqual(outcomes[4]?._tag, "Made")
    })
  )

  it.effect("is innocent if no other site shows that other checks work", () =>
    Effect.gen(function* () {
      const { run } = yield* started("", [])
      assert.deepStrictEqual(yield* run(suspect(true), checkOf("/abort")), ended(false))
    })
  )

  it.effect("is innocent if the check of another site ends its process, too", () =>
    Effect.gen(function* () {
      const { run } = yield* started("", ["http://other.example/abort"])
      assert.deepStrictEqual(yield* run(suspect(true), checkOf("/abort")), ended(false))
      assert.deepStrictEqual(yield* run(suspect(true), checkOf("/abort")), { _tag: "Unavailable" })
    })
  )

  it.effect("is innocent if processes end after a while whatever they do", () =>
    Effect.gen(function* () {
      const { run } = yield* started("ends after a while")
      assert.deepStrictEqual(yield* run(suspect(), checkOf("/silent")), ended(false))
      assert.deepStrictEqual(yield* run(suspect(), checkOf("/silent")), { _tag: "Unavailable" })
    })
  )
})
