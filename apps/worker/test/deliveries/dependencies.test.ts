import { Deliveries, Domains, PageMonitors } from "@mon/core-store"
import { assert, layer } from "@effect/vitest"
import { toStoredFact, pageDefaults } from "@mon/model"
import { dispatchNext, simulateRoute } from "@mon/notifications"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { changes, layerGround, moveTime, newAccount, outcomeOf, type TestAccount } from "./DeliveryWorld.ts"
import { BEGAN, child, goesDown, stands } from "./DependencyWorld.ts"
import { dispatchAll, sendNow } from "./sendNow.ts"

const subjects = (account: TestAccount) => Effect.map(sendNow(account), (mails) => mails.map(({ subject }) => subject))

const release = Effect.flatMap(Deliveries, (deliveries) => deliveries.releaseSuppressed(100))

const parentOf = Effect.fn("parentOf")(function* (key: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ id: string }>`
    select m.public_id as id from parent_suppression s join monitor m on m.id = s.parent_id
    where s.notification_id = ${key}::bigint`
  return row?.id ?? null
})

/** Adds a page that depends on a domain and cannot be read. */
const page = Effect.fn("page")(function* ({ viewer }: TestAccount, parent: { readonly id: string }) {
  const added = yield* (yield* PageMonitors).create(
    viewer,
    {
      ...pageDefaults,
      url: `https://page-of-${parent.id}.example.com/prices`,
      hostname: `page-of-${parent.id}.example.com`,
      name: "Prices",
      dependsOn: [parent.id]
    },
    100
  )
  if (added._tag !== "Created") return yield* Effect.die(new Error(added._tag))
  const { id } = added.monitor
  const sql = yield* SqlClient.SqlClient
  const standsNow = (state: number, checkedAgo: number, successes = 0) =>
    sql`
      update monitor_schedule s set state = ${state}, failures = 0, successes = ${successes},
        next_at = mon_now() + interval '1 hour', last_checked_at = mon_now() - ${checkedAgo}::int * interval '1 second'
      from monitor m where m.id = s.monitor_id and m.public_id = ${id}::uuid`
  const fails = Effect.fn("fails")(function* (at: string) {
    yield* standsNow(3, 0)
    const fact = toStoredFact({
      kind: "page_error",
      monitor: { id, name: "Prices", url: "https://page.example.com/prices" },
      at,
      statusCode: 502,
      error: null
    })
    const [row] = yield* sql<{ key: string }>`
      insert into notification (public_id, account_id, type, kind, key, monitor_id, data)
      select gen_random_uuid(), m.account_id, ${fact.type}, ${fact.kind}, ${fact.key}, m.id,
        ${JSON.stringify(fact.data)}::text::jsonb
      from monitor m where m.public_id = ${id}::uuid returning id::text as key`
    return row?.key ?? ""
  })
  return { id, fails, standsNow }
})

layer(layerGround, { excludeTestServices: true, timeout: 60_000 })("while its parent is down, a page", (it) => {
  it.effect("that cannot be read is announced once the parent is up again, if a new check fails too", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const router = yield* child(account)
      const prices = yield* page(account, router)
      yield* stands(router, { state: "down" })
      const key = yield* prices.fails("2026-11-23T10:00:00.000Z")
      yield* dispatchAll
      assert.deepInclude(yield* outcomeOf(key), { status: "suppressed", deliveries: [] })
      assert.strictEqual(yield* parentOf(key), router.id)
      yield* moveTime(60)
      yield* stands(router, { state: "up", changedAgo: 5 })
      yield* prices.standsNow(3, 30)
      assert.strictEqual(yield* release, 0)
      yield* prices.standsNow(3, 1)
      assert.strictEqual(yield* release, 1)
      yield* dispatchAll
      assert.deepStrictEqual(yield* subjects(account), ["ERROR Prices"])
    }).pipe(Effect.ensuring(Effect.ignore(moveTime(0))))
  )

  it.effect("that can be read again is never announced", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const router = yield* child(account)
      const prices = yield* page(account, router)
      yield* stands(router, { state: "down" })
      const key = yield* prices.fails("2026-11-23T10:00:00.000Z")
      yield* dispatchAll
      yield* moveTime(60)
      yield* stands(router, { state: "up", changedAgo: 5 })
      yield* prices.standsNow(1, 1, 1)
      assert.strictEqual(yield* release, 0)
      yield* dispatchAll
      assert.strictEqual((yield* outcomeOf(key)).status, "suppressed")
      assert.deepStrictEqual(yield* subjects(account), [])
    }).pipe(Effect.ensuring(Effect.ignore(moveTime(0))))
  )

  it.effect("is simulated as silent, with the name of the parent", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const router = yield* child(account)
      const prices = yield* page(account, router)
      const notes = (kind: "page_error" | "page_changed") =>
        Effect.map(simulateRoute(account.viewer, { monitorId: prices.id, kind, atMs: null }), (simulation) =>
          (simulation?.notes ?? []).filter(({ code }) => code === "parent_down")
        )
      assert.deepStrictEqual(yield* notes("page_error"), [])
      yield* stands(router, { state: "down" })
      const [note] = yield* notes("page_error")
      assert.deepInclude(note, { code: "parent_down", blocks: true })
      assert.include(note?.message, `${router.name} is down`)
      assert.deepStrictEqual(yield* notes("page_changed"), [])
    })
  )
})

layer(layerGround, { excludeTestServices: true, timeout: 60_000 })("while its parent is down, a domain", (it) => {
  it.effect("goes down and recovers without an alert", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const router = yield* child(account)
      const server = yield* child(account, router)
      yield* goesDown(router)
      yield* dispatchAll
      assert.deepStrictEqual(yield* subjects(account), [`DOWN ${router.name}`])
      const { key } = yield* goesDown(server)
      yield* dispatchAll
      assert.deepInclude(yield* outcomeOf(key), { status: "suppressed", deliveries: [] })
      assert.strictEqual(yield* parentOf(key), router.id)
      assert.strictEqual(yield* release, 0)
      yield* stands(server, { state: "up" })
      const back = yield* changes(server, "up")
      yield* dispatchAll
      assert.strictEqual((yield* outcomeOf(back.key)).status, "suppressed")
      yield* stands(router, { state: "up", changedAgo: 60 })
      yield* changes(router, "up")
      yield* dispatchAll
      assert.strictEqual(yield* release, 0)
      assert.deepStrictEqual(yield* subjects(account), [`UP ${router.name}`])
    })
  )

  it.effect("goes down silently, while the end of its outage before is on its way", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const router = yield* child(account)
      const server = yield* child(account, router)
      yield* goesDown(server)
      yield* dispatchAll
      assert.deepStrictEqual(yield* subjects(account), [`DOWN ${server.name}`])
      yield* stands(server, { state: "up" })
      yield* changes(server, "up")
      yield* dispatchAll
      yield* stands(router, { state: "down" })
      const { key } = yield* goesDown(server)
      yield* dispatchAll
      assert.strictEqual((yield* outcomeOf(key)).status, "suppressed")
      assert.deepStrictEqual(yield* subjects(account), [`UP ${server.name}`])
    })
  )

  it.effect("recovers with a message if its outage was announced before", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const router = yield* child(account)
      const server = yield* child(account, router)
      yield* goesDown(server)
      yield* dispatchAll
      assert.deepStrictEqual(yield* subjects(account), [`DOWN ${server.name}`])
      yield* goesDown(router)
      yield* stands(server, { state: "up" })
      yield* changes(server, "up")
      yield* dispatchAll
      assert.deepStrictEqual(yield* subjects(account), [`DOWN ${router.name}`, `UP ${server.name}`])
    })
  )

  it.effect("is announced once, by one of several workers, if it is still down when the parent is up again", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const router = yield* child(account)
      const server = yield* child(account, router)
      yield* stands(router, { state: "down" })
      const { key } = yield* goesDown(server)
      yield* dispatchAll
      yield* moveTime(60)
      // The router came up a moment ago, and the server has not been checked since.
      yield* stands(router, { state: "up", changedAgo: 5 })
      yield* stands(server, { state: "down", checkedAgo: 6, changedAgo: 60 })
      assert.strictEqual(yield* release, 0)
      // The server answers, and a second check has to confirm this.
      yield* stands(server, { state: "down", checkedAgo: 1, changedAgo: 60, successes: 1 })
      assert.strictEqual(yield* release, 0)
      yield* stands(server, { state: "down", checkedAgo: 1, changedAgo: 60 })
      const released = yield* Effect.all([release, release, release], { concurrency: 3 })
      assert.strictEqual(
        released.reduce((sum, count) => sum + count, 0),
        1
      )
      const drain = Effect.repeat(dispatchNext(), { until: (found) => !found })
      yield* Effect.all([drain, drain, drain], { concurrency: 3 })
      assert.strictEqual(yield* release, 0)
      assert.deepStrictEqual(yield* subjects(account), [`DOWN ${server.name}`])
      assert.strictEqual((yield* outcomeOf(key)).status, "sent")
      // The outage stays announced when the parent goes down again.
      yield* stands(router, { state: "down", changedAgo: 0 })
      yield* stands(server, { state: "up" })
      yield* changes(server, "up")
      yield* dispatchAll
      assert.deepStrictEqual(yield* subjects(account), [`UP ${server.name}`])
    }).pipe(Effect.ensuring(Effect.ignore(moveTime(0))))
  )

  it.effect("is suppressed again if the parent goes down before the alert is sent", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const router = yield* child(account)
      const server = yield* child(account, router)
      yield* stands(router, { state: "down" })
      const { key } = yield* goesDown(server)
      yield* dispatchAll
      yield* moveTime(120)
      yield* stands(router, { state: "up", changedAgo: 60 })
      yield* stands(server, { state: "down", changedAgo: 120 })
      assert.strictEqual(yield* release, 1)
      yield* stands(router, { state: "down", changedAgo: 0 })
      yield* dispatchAll
      assert.strictEqual((yield* outcomeOf(key)).status, "suppressed")
      yield* stands(router, { state: "up", changedAgo: 5 })
      yield* moveTime(180)
      yield* stands(server, { state: "down", changedAgo: 180 })
      assert.strictEqual(yield* release, 1)
      yield* dispatchAll
      assert.deepStrictEqual(yield* subjects(account), [`DOWN ${server.name}`])
    }).pipe(Effect.ensuring(Effect.ignore(moveTime(0))))
  )

  const ends = {
    deleted: ({ viewer }: TestAccount, { id }: { readonly id: string }) =>
      Effect.flatMap(Domains, (domains) => Effect.asVoid(domains.remove(viewer, [id]))),
    paused: ({ viewer }: TestAccount, { id }: { readonly id: string }) =>
      Effect.flatMap(Domains, (domains) => Effect.asVoid(domains.pause(viewer, id))),
    unlinked: ({ viewer }: TestAccount, _: { readonly id: string }, server: { readonly id: string }) =>
      Effect.flatMap(Domains, (domains) => Effect.asVoid(domains.update(viewer, [server.id], { dependsOn: [] })))
  }
  for (const [how, end] of Object.entries(ends)) {
    it.effect(`is announced when the parent is ${how}`, () =>
      Effect.gen(function* () {
        const account = yield* newAccount
        const router = yield* child(account)
        const server = yield* child(account, router)
        yield* stands(router, { state: "down" })
        yield* goesDown(server)
        yield* dispatchAll
        assert.strictEqual(yield* release, 0)
        yield* end(account, router, server)
        yield* moveTime(60)
        yield* stands(server, { state: "down", changedAgo: 60 })
        assert.strictEqual(yield* release, 1)
        yield* dispatchAll
        assert.deepStrictEqual(yield* subjects(account), [`DOWN ${server.name}`])
      }).pipe(Effect.ensuring(Effect.ignore(moveTime(0))))
    )
  }

  it.effect("is never announced if it was paused or deleted meanwhile", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const domains = yield* Domains
      const router = yield* child(account)
      const one = yield* child(account, router)
      const other = yield* child(account, router)
      yield* stands(router, { state: "down" })
      yield* goesDown(one)
      yield* goesDown(other)
      yield* dispatchAll
      yield* domains.pause(account.viewer, one.id)
      yield* domains.remove(account.viewer, [other.id])
      yield* stands(router, { state: "up" })
      assert.strictEqual(yield* release, 0)
      yield* dispatchAll
      assert.deepStrictEqual(yield* subjects(account), [])
    })
  )
})

layer(layerGround, { excludeTestServices: true, timeout: 60_000 })("a chain of dependencies", (it) => {
  for (const [middle, isSuppressed] of [
    ["unknown", true],
    ["paused", true],
    ["up", false]
  ] as const) {
    it.effect(`with a parent that is ${middle} ${isSuppressed ? "follows" : "ignores"} the grandparent`, () =>
      Effect.gen(function* () {
        const account = yield* newAccount
        const line = yield* child(account)
        const router = yield* child(account, line)
        const server = yield* child(account, router)
        yield* stands(line, { state: "down" })
        yield* stands(router, { state: middle === "paused" ? "up" : middle })
        if (middle === "paused") yield* (yield* Domains).pause(account.viewer, router.id)
        const { key } = yield* goesDown(server)
        yield* dispatchAll
        assert.strictEqual((yield* outcomeOf(key)).status, isSuppressed ? "suppressed" : "pending")
        assert.strictEqual(yield* parentOf(key), isSuppressed ? line.id : null)
      })
    )
  }
})

layer(layerGround, { excludeTestServices: true, timeout: 60_000 })(
  "a domain that goes down before its parent",
  (it) => {
    it.effect("waits for a check of the parent, and is suppressed if that confirms an outage", () =>
      Effect.gen(function* () {
        const account = yield* newAccount
        const router = yield* child(account)
        const server = yield* child(account, router)
        const sql = yield* SqlClient.SqlClient
        yield* sql`update monitor_schedule set last_checked_at = ${new Date(BEGAN)}::timestamptz - interval '1 minute'
        where monitor_id = (select id from monitor where public_id = ${router.id}::uuid)`
        const { key } = yield* goesDown(server)
        yield* dispatchAll
        assert.strictEqual((yield* outcomeOf(key)).status, "pending")
        assert.lengthOf((yield* outcomeOf(key)).deliveries, 0)
        // The check of the parent failed, and no second check has confirmed this yet.
        yield* stands(router, { state: "up", failures: 2 })
        yield* dispatchAll
        assert.lengthOf((yield* outcomeOf(key)).deliveries, 0)
        yield* stands(router, { state: "down", changedAgo: 0 })
        yield* dispatchAll
        assert.strictEqual((yield* outcomeOf(key)).status, "suppressed")
      })
    )

    it.effect("is announced once the parent passes a check", () =>
      Effect.gen(function* () {
        const account = yield* newAccount
        const router = yield* child(account)
        const server = yield* child(account, router)
        yield* stands(router, { state: "up", failures: 1 })
        yield* goesDown(server)
        yield* dispatchAll
        assert.deepStrictEqual(yield* subjects(account), [])
        yield* stands(router, { state: "up" })
        yield* dispatchAll
        assert.deepStrictEqual(yield* subjects(account), [`DOWN ${server.name}`])
      })
    )

    it.effect("waits at most a minute, and its recovery waits with it", () =>
      Effect.gen(function* () {
        const account = yield* newAccount
        const router = yield* child(account)
        const server = yield* child(account, router)
        yield* stands(router, { state: "up", failures: 1 })
        yield* goesDown(server)
        yield* stands(server, { state: "up" })
        yield* changes(server, "up")
        yield* dispatchAll
        assert.deepStrictEqual(yield* subjects(account), [])
        yield* moveTime(61)
        yield* dispatchAll
        assert.deepStrictEqual(yield* subjects(account), [`UP ${server.name}`])
      }).pipe(Effect.ensuring(Effect.ignore(moveTime(0))))
    )
  }
)
