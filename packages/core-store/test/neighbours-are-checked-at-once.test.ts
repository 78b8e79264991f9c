import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Domains } from "../src/index.ts"
import { layerStore, newDomain } from "./account.ts"
import { watched } from "./watchedDomain.ts"

/** Creates a domain that is up at an address, and other domains of its account, which were checked an hour ago. */
const neighbourhood = Effect.fn("neighbourhood")(function* (hostname: string, addresses: ReadonlyArray<string>) {
  const first = yield* watched(hostname)
  const { check, id, sql, viewer } = first
  const domains = yield* Domains
  const others = yield* Effect.forEach(addresses, (address, index) =>
    Effect.gen(function* () {
      const made = yield* domains.create(viewer, newDomain(`n${index}.${hostname}`), 100)
      if (made._tag !== "Created") return yield* Effect.die(new Error(made._tag))
      yield* sql`
        update monitor_schedule s set state = 1, last_address = ${address}::inet, next_at = mon_now() + interval '1 hour',
          last_checked_at = mon_now() - interval '1 hour'
        from monitor m where m.id = s.monitor_id and m.public_id = ${made.monitor.id}::uuid`
      return made.monitor.id
    })
  )
  yield* check("up", { address: "203.0.113.7" })
  const due = Effect.map(
    sql<{ id: string }>`
      select m.public_id as id from monitor_schedule s join monitor m on m.id = s.monitor_id
      where m.account_id = ${viewer.accountKey}::bigint and m.public_id <> ${id}::uuid and s.next_at <= mon_now()`,
    (rows) => rows.map((row) => row.id)
  )
  const fails = (ids: ReadonlyArray<string>) =>
    sql`
      update monitor_schedule s set failures = 1, streak_started_at = mon_now(), streak_error_code = 'connect_timeout',
        last_checked_at = mon_now(), next_at = mon_now() + interval '30 seconds'
      from monitor m where m.id = s.monitor_id
        and m.public_id in (select jsonb_array_elements_text(${JSON.stringify(ids)}::text::jsonb)::uuid)`
  return { ...first, others, due, fails }
})

const many = (count: number, address: string) => Array.from({ length: count }, () => address)

layer(layerStore, { excludeTestServices: true })("when the check of a domain fails", (it) => {
  it.effect("five others in its network are due at once, first those at its address", () =>
    Effect.gen(function* () {
      const { check, due, others } = yield* neighbourhood("five.example", [
        ...many(4, "203.0.113.8"),
        ...many(3, "203.0.113.7"),
        ...many(2, "203.0.114.7")
      ])
      yield* check("down", { address: "203.0.113.7", errorCode: "connect_timeout" })
      const first = yield* due
      assert.lengthOf(first, 5)
      assert.includeMembers([...first], others.slice(4, 7))
      for (const id of others.slice(7)) assert.notInclude(first, id)
    })
  )

  it.effect("all others in its network are due once five fail", () =>
    Effect.gen(function* () {
      const { check, due, fails, others } = yield* neighbourhood("all.example", many(12, "2001:db8:1:2::3"))
      yield* check("up", { address: "2001:db8:1:2::4" })
      yield* fails(others.slice(0, 5))
      yield* check("down", { address: "2001:db8:1:ff::4", errorCode: "connect_refused" })
      assert.sameMembers([...(yield* due)], others.slice(5))
    })
  )

  it.effect("no other is due if its name could not be resolved, or if others may not be checked early", () =>
    Effect.gen(function* () {
      const { check, due, others, sql } = yield* neighbourhood("none.example", many(3, "203.0.113.7"))
      yield* check("down", { address: null, errorCode: "dns_timeout" })
      assert.deepStrictEqual(yield* due, [])
      yield* check("up", { address: "203.0.113.7" })
      const [unsafe = "", paused = "", busy = ""] = others
      yield* sql`
        update monitor_schedule s set is_unsafe = m.public_id = ${unsafe}::uuid,
          lease_until = case when m.public_id = ${busy}::uuid then mon_now() + interval '1 minute' end
        from monitor m where m.id = s.monitor_id`
      yield* sql`update monitor set paused_at = mon_now() where public_id = ${paused}::uuid`
      yield* check("down", { address: "203.0.113.7" })
      assert.deepStrictEqual(yield* due, [])
    })
  )

  it.effect("its incident says at which address it happened", () =>
    Effect.gen(function* () {
      const { check, key, sql } = yield* neighbourhood("place.example", [])
      for (let count = 0; count < 3; count += 1) yield* check("down", { address: "198.51.100.4" })
      const rows = yield* sql`
        select host(address) as address, name_servers from incident where monitor_id = ${key}::bigint`
      assert.deepStrictEqual(rows, [{ address: "198.51.100.4", name_servers: null }])
    })
  )

  it.effect("its incident names the name servers of its DNS watch if they did not resolve the name", () =>
    Effect.gen(function* () {
      const { check, key, sql } = yield* neighbourhood("unresolved.example", [])
      const state = { sets: { NS: { records: ["NS2.Provider.example.", "ns1.provider.example."] } } }
      yield* sql`
        insert into dns_watch (monitor_id, next_at, state)
        values (${key}::bigint, mon_now(), ${JSON.stringify(state)}::text::jsonb)`
      for (let count = 0; count < 3; count += 1) yield* check("down", { address: null, errorCode: "dns_servfail" })
      const rows = yield* sql`select address, name_servers from incident where monitor_id = ${key}::bigint`
      assert.deepStrictEqual(rows, [{ address: null, name_servers: "ns1.provider.example, ns2.provider.example" }])
    })
  )
})
