// What a receiver got last about a monitor is its state, or something is on its way. Random histories of accounts in
// virtual time, compared with the rules. MON_HISTORIES: how many. MON_FIRST: the number of the first one. MON_SEED:
// other histories.
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { layerGround } from "./DeliveryWorld.ts"
import { randomHistory, randomOf } from "./histories/History.ts"
import { runHistories } from "./histories/runHistories.ts"

/** Accounts in one store at one time. */
const AT_ONCE = 40

const wanted = Number(process.env["MON_HISTORIES"] ?? "80")
const first = Number(process.env["MON_FIRST"] ?? "0")
const seed = Number(process.env["MON_SEED"] ?? "1")

const HOURS_MS = 3_600_000

layer(layerGround, { excludeTestServices: true, timeout: 12 * HOURS_MS })("what receivers know", (it) => {
  it.effect(
    `is the state of each monitor, or something is on its way: ${wanted} histories`,
    () =>
      Effect.gen(function* () {
        const failed: Array<unknown> = []
        let messages = 0
        for (let from = first; from < first + wanted; from += AT_ONCE) {
          const histories = Array.from({ length: Math.min(AT_ONCE, first + wanted - from) }, (_, index) =>
            randomHistory(randomOf(seed * 1_000_003 + from + index))
          )
          const round = yield* runHistories(histories)
          failed.push(...round.failed.map(({ number, ...one }) => ({ seed, number: from + number, ...one })))
          messages += round.messages
        }
        assert.deepStrictEqual(failed, [])
        assert.isAbove(messages, wanted)
      }),
    12 * HOURS_MS
  )
})
