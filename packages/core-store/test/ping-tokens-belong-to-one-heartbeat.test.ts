import { assert, layer } from "@effect/vitest"
import { heartbeatDefaults, uuidv7 } from "@mon/model"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { createHash } from "node:crypto"
import { type AccessScope, HeartbeatPings, Heartbeats } from "../src/index.ts"
import { layerStore, newAccount } from "./account.ts"
import { installClock, setClock } from "./movableClock.ts"

const LIMIT = 100
const backup = { ...heartbeatDefaults, name: "Backup" }

const tokenOf = (text: string) => ({
  hash: createHash("sha256").update(text).digest(),
  sealed: `sealed ${text}`,
  isChosen: true
})

const create = Effect.fnUntraced(function* (viewer: AccessScope, token: string) {
  return yield* (yield* Heartbeats).create(viewer, backup, LIMIT, tokenOf(token), {})
})

const finds = (token: string) =>
  Effect.flatMap(HeartbeatPings, (pings) =>
    Effect.map(pings.findByTokens([tokenOf(token).hash]), ([found = null]) => found !== null)
  )

layer(layerStore, { excludeTestServices: true })("a chosen ping token", (it) => {
  it.effect("is refused while another heartbeat has it, in any account", () =>
    Effect.gen(function* () {
      const { viewer: mine } = yield* newAccount
      const { viewer: theirs } = yield* newAccount
      assert.strictEqual((yield* create(mine, "one"))._tag, "Created")
      for (const viewer of [mine, theirs]) assert.deepStrictEqual(yield* create(viewer, "one"), { _tag: "Duplicate" })
      assert.strictEqual((yield* (yield* Heartbeats).list(theirs, { page: 1, limit: 10 })).total, 0)
    })
  )

  it.effect("belongs to one of two heartbeats that are created at the same time", () =>
    Effect.gen(function* () {
      const owners = yield* Effect.forEach([1, 2, 3, 4], () => newAccount)
      const results = yield* Effect.forEach(owners, ({ viewer }) => create(viewer, "race"), { concurrency: 4 })
      assert.deepStrictEqual(results.map(({ _tag }) => _tag).toSorted(), [
        "Created",
        "Duplicate",
        "Duplicate",
        "Duplicate"
      ])
    })
  )

  it.effect("is free again when its heartbeat is deleted, or when it was replaced and not used for a week", () =>
    Effect.gen(function* () {
      yield* installClock("2026-11-21T08:00:00Z")
      const heartbeats = yield* Heartbeats
      const { viewer: mine } = yield* newAccount
      const { viewer: theirs } = yield* newAccount
      for (const token of ["deleted", "replaced"]) {
        const made = yield* create(mine, token)
        if (made._tag !== "Created") return yield* Effect.die(made._tag)
        if (token === "deleted") yield* heartbeats.remove(mine, [made.monitor.id])
        else yield* heartbeats.rotate(mine, made.monitor.id, tokenOf("next"))
      }
      assert.strictEqual((yield* create(theirs, "deleted"))._tag, "Created")
      assert.isTrue(yield* finds("deleted"))
      assert.strictEqual((yield* create(theirs, "replaced"))._tag, "Duplicate")
      yield* setClock("2026-11-29T08:00:00Z")
      assert.isFalse(yield* finds("replaced"))
      assert.strictEqual((yield* create(theirs, "replaced"))._tag, "Created")
      assert.isTrue(yield* finds("replaced"))
    })
  )

  it.effect("is refused alone among several new heartbeats", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { viewer: mine } = yield* newAccount
      const { viewer: theirs } = yield* newAccount
      yield* create(theirs, "taken")
      const monitors = ["first", "taken", "first", "last"].map((token, index) => ({
        ...backup,
        id: uuidv7(index, new Uint8Array(10).fill(index)),
        token: tokenOf(token)
      }))
      const results = yield* sql.withTransaction((yield* Heartbeats).createAll(mine, monitors, LIMIT, {}))
      assert.deepStrictEqual(results, ["Created", "Duplicate", "Duplicate", "Created"])
      assert.isTrue((yield* finds("first")) && (yield* finds("last")))
    })
  )
})
