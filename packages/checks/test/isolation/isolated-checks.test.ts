import { assert, layer } from "@effect/vitest"
import { WorkerPool } from "@mon/process-runtime/worker-pool"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as References from "effect/References"
import process from "node:process"
import { pageThreads } from "../../src/pages/PageThreads.ts"
import { checkOf, ended, started, suspect } from "./startedProcesses.ts"

layer(Layer.succeed(References.MinimumLogLevel, "None"), { excludeTestServices: true })("a suspect check", (it) => {
  it.effect("is made in another process, which suspects share", () =>
    Effect.gen(function* () {
      const { run } = yield* started()
      const made = yield* Effect.all(
        [run(suspect(), checkOf("/")), run(suspect(), checkOf("/")), run(suspect(true), checkOf("/"))],
        { concurrency: 3 }
      )
      const [one, other, alone] = made.map((outcome) => {
        if (outcome._tag !== "Made") return assert.fail(outcome._tag)
        assert.strictEqual(outcome.value.bytesReceived, 7)
        return outcome.value.message
      })
      assert.strictEqual(one, other)
      assert.notStrictEqual(one, alone)
      assert.notInclude([one, alone], `by ${process.pid}`)
    })
  )

  it.effect("runs its jobs there, too", () =>
    Effect.gen(function* () {
      const { run } = yield* started()
      const job = Effect.flatMap(WorkerPool, (pool) =>
        pool.run({ ...pageThreads.examinePage, name: "no such job" }, null as never, "1")
      )
      const outcome = yield* Effect.exit(run(suspect(), job))
      assert.include(String(outcome), "exports no function no such job")
    })
  )

  it.effect("is innocent if something else killed its process", () =>
    Effect.gen(function* () {
      const { run } = yield* started()
      assert.deepStrictEqual(yield* run(suspect(true), checkOf("/killed")), ended(false))
      assert.strictEqual((yield* run(suspect(true), checkOf("/ended")))._tag, "Made")
    })
  )

  it.effect("cannot be made if no process starts", () =>
    Effect.gen(function* () {
      const { run } = yield* started("does not start")
      assert.deepStrictEqual(yield* run(suspect(), checkOf("/")), { _tag: "Unavailable" })
    })
  )
})
