// The last message about a monitor says its state, or a newer message is pending. The test runs random histories of
// accounts in virtual time and compares them with the rules. MON_HISTORIES is the number of histories. MON_FIRST is the
// number of the first history. MON_SEED selects other histories.
import { assert, it } from "@effect/vitest"
import { OperatorAccounts } from "@mon/core-store"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import { layerGround } from "./DeliveryWorld.ts"
import { randomHistory, randomOf } from "./histories/History.ts"
import { runHistories } from "./histories/runHistories.ts"

/** The number of accounts in one store. */
const IN_STORE = 300
/** The delays of the worker. The runs alternate between them. */
const LATE_MS = [10_000, 60_000] as const
/** The number of stores in use at one time. While one store works, the accounts of the other store are served. */
const AT_ONCE = 2

const wanted = Number(process.env["MON_HISTORIES"] ?? "20000")
const first = Number(process.env["MON_FIRST"] ?? "0")
const seed = Number(process.env["MON_SEED"] ?? "1")

const HOURS_MS = 3_600_000

/** Runs the histories from number `from` to the number before `before`. */
const runRange = Effect.fn("runRange")(function* (from: number, before: number) {
  const histories = Array.from({ length: before - from }, (_, index) =>
    randomHistory(randomOf(seed * 1_000_003 + from + index))
  )
  const { failed, messages } = yield* runHistories(histories, LATE_MS[Math.floor(from / IN_STORE) % LATE_MS.length])
  return { failed: failed.map(({ number, ...one }) => ({ seed, number: from + number, ...one })), messages }
})

it.live(
  `what receivers know is the state of each monitor, or something is on its way: ${wanted} histories`,
  () =>
    Effect.gen(function* () {
      const starts = Array.from({ length: Math.ceil(wanted / IN_STORE) }, (_, index) => first + index * IN_STORE)
      const rounds = yield* Effect.forEach(
        starts,
        (from) =>
          runRange(from, Math.min(from + IN_STORE, first + wanted)).pipe(
            Random.withSeed(seed * 1_000_003 + from),
            Effect.withTracerEnabled(false),
            Effect.provide(Layer.fresh(Layer.provideMerge(OperatorAccounts.layer, layerGround)))
          ),
        { concurrency: AT_ONCE }
      )
      assert.deepStrictEqual(
        rounds.flatMap(({ failed }) => failed),
        []
      )
      assert.isAbove(
        rounds.reduce((sum, { messages }) => sum + messages, 0),
        wanted
      )
    }),
  12 * HOURS_MS
)
