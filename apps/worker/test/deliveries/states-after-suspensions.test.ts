import { assert, layer } from "@effect/vitest"
import { OperatorAccounts } from "@mon/core-store"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { addMonitors, openAccount, openWorld } from "./AlertWorld.ts"
import { changes, layerGround } from "./DeliveryWorld.ts"

const opened = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const world = yield* openWorld
  const { account, email } = yield* openAccount
  const [domain] = yield* addMonitors(account, 1)
  if (domain === undefined) return yield* Effect.die(new Error("no domain"))
  const operator = yield* OperatorAccounts
  const [row] = yield* sql<{ readonly id: string }>`
    select public_id as id from account where id = ${account.viewer.accountKey}::bigint`
  const id = row?.id ?? ""
  return {
    turn: (state: "down" | "up") => changes(domain, state, new Date(world.now())),
    suspend: operator.suspend(id),
    resume: operator.resume(id),
    words: () => world.received(email).map((text) => text.split(` ${domain.name}`)[0]),
    world
  }
})

layer(Layer.provideMerge(OperatorAccounts.layer, layerGround), { excludeTestServices: true, timeout: 60_000 })(
  "after a suspension of an account in an outage",
  (it) => {
    it.effect("who knows of the outage gets its end", () =>
      Effect.gen(function* () {
        const { resume, suspend, turn, words, world } = yield* opened
        yield* turn("down")
        yield* world.run(60)
        yield* suspend
        yield* world.run(3_600)
        yield* resume
        yield* world.run(60)
        assert.deepStrictEqual(words(), ["DOWN"])
        yield* turn("up")
        yield* world.run(60)
        assert.deepStrictEqual(words(), ["DOWN", "UP"])
      })
    )

    it.effect("who does not know of it gets nothing", () =>
      Effect.gen(function* () {
        const { resume, suspend, turn, words, world } = yield* opened
        yield* turn("down")
        yield* suspend
        yield* world.run(60)
        yield* resume
        yield* turn("up")
        yield* world.run(3_600)
        assert.deepStrictEqual(words(), [])
      })
    )
  }
)
