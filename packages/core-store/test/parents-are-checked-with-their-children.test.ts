import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Domains } from "../src/index.ts"
import { layerStore, newDomain } from "./account.ts"
import { watched } from "./watchedDomain.ts"

/** Creates a child that is up, and its parent, which was checked an hour ago and is due in an hour. */
const family = Effect.fn("family")(function* (hostname: string) {
  const child = yield* watched(hostname)
  const { check, id, sql, viewer } = child
  const domains = yield* Domains
  const made = yield* domains.create(viewer, newDomain(`parent-of-${hostname}`), 100)
  if (made._tag !== "Created") return yield* Effect.die(new Error(made._tag))
  yield* domains.update(viewer, [id], { dependsOn: [made.monitor.id] })
  const parent = sql`(select id from monitor where public_id = ${made.monitor.id}::uuid)`
  yield* sql`
    update monitor_schedule set state = 1, last_checked_at = mon_now() - interval '1 hour',
      next_at = mon_now() + interval '1 hour' where monitor_id = ${parent}`
  yield* check("up")
  const isDue = Effect.map(
    sql<{ due: boolean }>`select next_at <= mon_now() as due from monitor_schedule where monitor_id = ${parent}`,
    ([row]) => row?.due
  )
  return { ...child, parent, parentId: made.monitor.id, isDue }
})

layer(layerStore, { excludeTestServices: true })("the parent of a domain", (it) => {
  it.effect("is due at once when a check of the domain fails, and once for each outage", () =>
    Effect.gen(function* () {
      const { check, isDue, parent, sql } = yield* family("server.example")
      assert.isFalse(yield* isDue)
      yield* check("down")
      assert.isTrue(yield* isDue)
      yield* sql`
        update monitor_schedule set last_checked_at = mon_now(), next_at = mon_now() + interval '1 hour'
        where monitor_id = ${parent}`
      yield* check("down")
      assert.isFalse(yield* isDue)
    })
  )

  const others = {
    "is down": (sql: string) => `update monitor_schedule set state = 2 where monitor_id = ${sql}`,
    "is paused": (sql: string) => `update monitor set paused_at = mon_now() where id = ${sql}`,
    "makes requests that may change something": (sql: string) =>
      `update monitor_schedule set is_unsafe = true where monitor_id = ${sql}`,
    "is being checked": (sql: string) =>
      `update monitor_schedule set lease_until = mon_now() + interval '1 minute' where monitor_id = ${sql}`
  }
  for (const [what, change] of Object.entries(others)) {
    it.effect(`stays due as before if it ${what}`, () =>
      Effect.gen(function* () {
        const { check, isDue, parentId, sql } = yield* family(`${what.replaceAll(" ", "-")}.example`)
        yield* sql.unsafe(change(`(select id from monitor where public_id = '${parentId}'::uuid)`))
        yield* check("down")
        assert.isFalse(yield* isDue)
      })
    )
  }
})
