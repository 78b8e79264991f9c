import { SqlClient } from "effect/sql"
import { afterAll, beforeAll, expect, it } from "vitest"
import { Effect } from "effect"
import { configClient } from "../ConfigFile.ts"
import { openWorld, type World } from "../World.ts"
import { openTransaction, untilWaiting } from "./OpenTransaction.ts"

const TOKENS = { before: "tk_0123456789abc", after: "tk_9876543210xyz" } as const

const fileOf = (topic: string, token: string): string =>
  `version: 1\nproject: acme\nchannels:\n  ops: { kind: ntfy, name: Ops, settings: { topic: ${topic}, token: ${token} } }\n`

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

it("a change of a channel keeps the secret that another change has stored meanwhile", async () => {
  const { applyFile, as, planAs } = configClient(await world.startApi())
  const owner = await world.account("agency")
  const send = as(owner)
  await applyFile(owner, fileOf("alerts-before", TOKENS.before))
  const [{ id } = { id: "" }] = (await send("GET", "/channels")).data as unknown as ReadonlyArray<{
    readonly id: string
  }>
  const lock = Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`select from alert_channel where public_id = ${id}::uuid for no key update`
  )
  const { commit } = await openTransaction(world, lock)
  const first = send("PATCH", `/channels/${id}`, { settings: { topic: "alerts-first", token: TOKENS.after } })
  await untilWaiting(world, 1)
  const second = send("PATCH", `/channels/${id}`, { settings: { topic: "alerts-second", token: "***" } })
  await untilWaiting(world, 2)
  await commit()
  expect([(await first).status, (await second).status]).toEqual([200, 200])
  expect(await planAs(owner, fileOf("alerts-second", TOKENS.after))).toMatchObject({ changes: 0, refused: [] })
  expect(await planAs(owner, fileOf("alerts-second", TOKENS.before))).toMatchObject({ changes: 1, refused: [] })
})
