// What a receiver received last about a monitor is its state, or something is on its way. Random histories in virtual
// time, compared with the rules. MON_HISTORIES: how many histories of one receiver and one monitor. MON_SEED: another
// start.
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { layerGround } from "./DeliveryWorld.ts"
import { randomHistory, randomOf, roles } from "./histories/History.ts"
import { runHistories } from "./histories/runHistories.ts"

const MONITORS = 6
const EVENTS = 25
const ACCOUNTS_AT_ONCE = 40

const wanted = Number(process.env["MON_HISTORIES"] ?? "60")
const seed = Number(process.env["MON_SEED"] ?? "1")

layer(layerGround, { excludeTestServices: true, timeout: 7_200_000 })("what receivers know", (it) => {
  it.effect(
    `is the state of each monitor, or something is on its way: ${wanted} histories`,
    () =>
      Effect.gen(function* () {
        const accounts = Math.ceil(wanted / (MONITORS * roles.length))
        for (let from = 0; from < accounts; from += ACCOUNTS_AT_ONCE) {
          const histories = Array.from({ length: Math.min(ACCOUNTS_AT_ONCE, accounts - from) }, (_, index) =>
            randomHistory(randomOf(seed * 1_000_003 + from + index), { monitors: MONITORS, events: EVENTS })
          )
          const { facts, failed, messages } = yield* runHistories(histories, MONITORS)
          if (process.env["MON_DEBUG"]) console.log(from, facts, messages, JSON.stringify(failed, null, 1))
          assert.deepStrictEqual(failed, [])
          assert.isAbove(messages, histories.length * 10)
        }
      }),
    7_200_000
  )
})
