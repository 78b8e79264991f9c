import * as Effect from "effect/Effect"
import process from "node:process"
import { describe } from "vitest"
import { assert, it } from "@effect/vitest"
import { Health, layerHealth, makeHealthBook, markStarted } from "../src/index.ts"

const clock = () => {
  let at = 0
  return { now: () => at, pass: (ms: number) => void (at += ms) }
}

describe("the health of a process", () => {
  it("is good if no loop is registered", () => {
    assert.deepStrictEqual(makeHealthBook().problems(), [])
  })

  it("is bad while a loop has not reported in time", () => {
    const { now, pass } = clock()
    const health = makeHealthBook(now)
    health.beat("checks", 60_000)
    health.beat("pages", 90_000)
    pass(60_000)
    assert.deepStrictEqual(health.problems(), [])
    pass(1)
    assert.deepStrictEqual(health.problems(), ["the checks loop is stalled"])
    health.beat("checks", 60_000)
    assert.deepStrictEqual(health.problems(), [])
  })

  it("ignores a loop that was stopped on purpose", () => {
    const { now, pass } = clock()
    const health = makeHealthBook(now)
    health.beat("checks", 1_000)
    health.stop("checks")
    pass(5_000)
    assert.deepStrictEqual(health.problems(), [])
  })

  it.effect("is bad until everything has started, and from the signal to shut down", () =>
    Effect.gen(function* () {
      const health = makeHealthBook()
      const seen: Array<ReadonlyArray<string>> = []
      yield* Effect.gen(function* () {
        seen.push(health.problems())
        yield* markStarted
        seen.push(health.problems())
        assert.include(process.listeners("SIGTERM"), health.drain)
        health.drain()
        seen.push(health.problems())
      }).pipe(Effect.provide(layerHealth), Effect.provideService(Health, health))
      assert.deepStrictEqual(seen, [["the process is starting"], [], ["the process is shutting down"]])
    })
  )
})
