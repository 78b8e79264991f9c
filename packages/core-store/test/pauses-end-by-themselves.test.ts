import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Accounts, Notifications } from "../src/index.ts"
import { layerStore } from "./account.ts"
import { installClock, setClock } from "./movableClock.ts"
import { announced } from "./storedFacts.ts"
import { watched } from "./watchedDomain.ts"

const at = (minute: number) => new Date(Date.UTC(2026, 10, 23, 2, minute)).toISOString()

layer(layerStore, { excludeTestServices: true })("a pause of alerts with an end", (it) => {
  it.effect("suppresses until then, ends once, and what it suppressed is never sent", () =>
    Effect.gen(function* () {
      yield* installClock(at(0))
      const notifications = yield* Notifications
      const { check, viewer } = yield* watched("until.example")
      yield* check("up")
      assert.deepStrictEqual(yield* notifications.setPaused(viewer, true, Date.parse(at(30))), {
        paused: true,
        pausedAt: at(0),
        pausedUntil: at(30)
      })
      for (const _ of [1, 2, 3]) yield* check("down")
      yield* setClock(at(30))
      const over = { paused: false, pausedAt: null, pausedUntil: null }
      assert.deepStrictEqual(yield* notifications.pauseState(viewer), over)
      assert.isFalse((yield* (yield* Accounts).settings(viewer)).notificationsPaused)
      for (const _ of [1, 2]) yield* check("up")
      assert.deepStrictEqual(yield* announced(viewer), [
        ["down", "until.example", "suppressed"],
        ["up", "until.example", "pending"]
      ])
      const ended = yield* Effect.all([notifications.endPauses(), notifications.endPauses()], {
        concurrency: "unbounded"
      })
      assert.strictEqual(ended[0] + ended[1], 1)
    })
  )

  it.effect("may follow one that has ended, and then suppresses what still waits", () =>
    Effect.gen(function* () {
      const notifications = yield* Notifications
      yield* setClock(at(0))
      const { check, viewer } = yield* watched("again.example")
      yield* check("up")
      yield* notifications.setPaused(viewer, true, Date.parse(at(10)))
      yield* setClock(at(20))
      for (const _ of [1, 2, 3]) yield* check("down")
      assert.deepStrictEqual(yield* announced(viewer), [["down", "again.example", "pending"]])
      assert.deepStrictEqual(yield* notifications.setPaused(viewer, true), {
        paused: true,
        pausedAt: at(20),
        pausedUntil: null
      })
      assert.deepStrictEqual(yield* announced(viewer), [["down", "again.example", "suppressed"]])
      assert.strictEqual(yield* notifications.endPauses(), 0)
    })
  )
})
