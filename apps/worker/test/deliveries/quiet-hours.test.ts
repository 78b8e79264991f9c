import { assert, layer } from "@effect/vitest"
import { ChannelSender } from "@mon/alerts/effect"
import { AlertChannels, AlertRoutes } from "@mon/core-store"
import { type ChannelQuietHours, type Fact, toStoredFact, uuidv7 } from "@mon/model"
import { changeChannel, simulateRoute } from "@mon/notifications"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { randomBytes } from "node:crypto"
import { addChannel, sendToChannels } from "./ChannelWorld.ts"
import { changes, freezeTime, layerGround, moveTime, newAccount, newDomain, type TestAccount } from "./DeliveryWorld.ts"
import { dispatchAll } from "./sendNow.ts"
import { gatherDue } from "./SharedCauseWorld.ts"

const HOUR = 3_600

/** Returns quiet hours that begin an hour before a time and end `hours` hours after this time. */
const quietAround = (now: number, hours = 2): ChannelQuietHours => {
  const clock = (seconds: number) => new Date(now + seconds * 1_000).toISOString().slice(11, 16)
  return { start: clock(-HOUR), end: clock(hours * HOUR), days: [1, 2, 3, 4, 5, 6, 7], timezone: "UTC" }
}

const write = Effect.fn("write")(function* ({ viewer }: TestAccount, domain: { readonly id: string }, fact: Fact) {
  const sql = yield* SqlClient.SqlClient
  const stored = toStoredFact(fact)
  yield* sql`
    insert into notification (public_id, account_id, type, kind, key, monitor_id, data)
    select gen_random_uuid(), m.account_id, ${stored.type}, ${stored.kind}, ${stored.key}, m.id,
      ${JSON.stringify(stored.data)}::text::jsonb
    from monitor m where m.account_id = ${viewer.accountKey}::bigint and m.public_id = ${domain.id}::uuid`
})

const speed = (kind: "degraded" | "recovered", domain: { readonly id: string; readonly name: string }): Fact =>
  ({
    kind,
    state: kind,
    monitor: { id: domain.id, name: domain.name, url: `https://${domain.name}/` },
    monitorKind: "domain",
    at: new Date().toISOString(),
    responseMs: 100,
    degradedAfterMs: 50
  }) as Fact

const collected = () => {
  const bodies: Array<string> = []
  const sender = ChannelSender.layerMemory((request) => {
    bodies.push(request.body)
    return { answered: true, responseTimeMs: 1, response: { statusCode: 200, headers: {}, body: "ok", nowMs: 0 } }
  })
  return { bodies, sender }
}

const waiting = Effect.fn("waiting")(function* ({ viewer }: TestAccount) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<{ readonly kind: string; readonly minutes: number }>`
    select n.kind, ceil(extract(epoch from d.gathers_at - mon_now()) / 60)::int as minutes
    from notification_delivery d join notification n on n.id = d.notification_id
    where d.account_id = ${viewer.accountKey}::bigint and d.channel = 'channel' and d.gathers_at is not null
      and d.digest_id is null
    order by d.id`
})

const endQuiet = Effect.fn("endQuiet")(function* (account: TestAccount) {
  yield* moveTime(2 * HOUR + 60)
  yield* gatherDue(account)
})

const timed = Effect.ensuring(Effect.ignore(moveTime(0)))

layer(layerGround, { excludeTestServices: true, timeout: 60_000 })("in the quiet hours of a channel", (it) => {
  it.effect("critical alerts are sent at once, and all others become one summary at the end", () =>
    Effect.gen(function* () {
      const now = yield* freezeTime
      const account = yield* newAccount
      const slack = yield* addChannel(account, "slack")
      yield* (yield* AlertChannels).update(account.viewer, slack, { quietHours: quietAround(now) })
      const [one, two] = [yield* newDomain(account), yield* newDomain(account)]
      const { bodies, sender } = collected()
      yield* changes(one, "down")
      yield* write(account, one, speed("degraded", one))
      yield* write(account, two, speed("degraded", two))
      yield* write(account, one, speed("recovered", one))
      yield* dispatchAll
      yield* sendToChannels(account, sender)
      assert.lengthOf(bodies, 1)
      assert.include(bodies[0], `DOWN ${one.name}`)
      const waits = yield* waiting(account)
      assert.deepStrictEqual(
        waits.map(({ kind }) => kind),
        ["degraded", "degraded", "recovered"]
      )
      // Quiet hours end at a whole minute.
      for (const { minutes } of waits) assert.strictEqual(minutes, 120)
      yield* endQuiet(account)
      yield* sendToChannels(account, sender)
      assert.lengthOf(bodies, 2)
      assert.include(bodies[1], "3 alerts in quiet hours")
      for (const { name } of [one, two]) assert.include(bodies[1], name)
    }).pipe(timed)
  )

  it.effect("a single alert is sent as it is at the end, and reminders are left out", () =>
    Effect.gen(function* () {
      const now = yield* freezeTime
      const account = yield* newAccount
      const slack = yield* addChannel(account, "slack")
      yield* (yield* AlertChannels).update(account.viewer, slack, {
        quietHours: quietAround(now),
        inDefaultRoute: false
      })
      const sql = yield* SqlClient.SqlClient
      yield* (yield* AlertRoutes).create(
        account.viewer,
        {
          id: uuidv7(Date.now(), randomBytes(10)),
          name: "Slow",
          kinds: ["degraded"],
          severities: [],
          scope: "all",
          monitorIds: [],
          tagIds: [],
          steps: [{ afterMinutes: 0, targets: [slack] }],
          reminderMinutes: 50
        },
        10
      )
      const domain = yield* newDomain(account)
      yield* sql`
        update monitor_schedule s set is_degraded = true from monitor m
        where m.id = s.monitor_id and m.public_id = ${domain.id}::uuid`
      const simulated = yield* simulateRoute(account.viewer, { monitorId: domain.id, kind: "degraded", atMs: null })
      const shown = simulated?.moments.slice(0, 4).map(({ recipients }) => recipients[0]?.reason)
      assert.deepStrictEqual(shown, ["quiet_hours", "quiet_reminder", "quiet_reminder", null])
      yield* write(account, domain, speed("degraded", domain))
      yield* dispatchAll
      yield* moveTime(51 * 60)
      yield* dispatchAll
      assert.lengthOf(yield* waiting(account), 1)
      yield* endQuiet(account)
      const { bodies, sender } = collected()
      yield* sendToChannels(account, sender)
      assert.lengthOf(bodies, 1)
      assert.notInclude(bodies[0], "quiet hours")
      yield* moveTime(151 * 60)
      yield* dispatchAll
      yield* sendToChannels(account, sender)
      assert.lengthOf(bodies, 2)
      assert.include(bodies[1], "Reminder: ")
    }).pipe(timed)
  )

  it.effect("what waits is sent at the new end if somebody changes or removes them", () =>
    Effect.gen(function* () {
      const now = yield* freezeTime
      const account = yield* newAccount
      const slack = yield* addChannel(account, "slack")
      const set = (quietHours: ChannelQuietHours | null) => changeChannel(account.viewer, slack, { quietHours })
      yield* set(quietAround(now))
      const domain = yield* newDomain(account)
      const { bodies, sender } = collected()
      yield* write(account, domain, speed("degraded", domain))
      yield* dispatchAll
      yield* set(quietAround(now, 1))
      const [moved] = yield* waiting(account)
      assert.strictEqual(moved?.minutes, 60)
      yield* changes(domain, "down")
      yield* dispatchAll
      yield* set(quietAround(now, 3))
      const [later] = yield* waiting(account)
      assert.strictEqual(later?.minutes, 180)
      yield* sendToChannels(account, sender)
      assert.lengthOf(bodies, 1)
      yield* set(null)
      yield* moveTime(2)
      yield* gatherDue(account)
      yield* sendToChannels(account, sender)
      assert.lengthOf(bodies, 2)
      assert.include(bodies[1], domain.name)
      assert.lengthOf(yield* waiting(account), 0)
    }).pipe(timed)
  )

  it.effect("a recovery closes the alert of a service that has its own alerts", () =>
    Effect.gen(function* () {
      const now = yield* freezeTime
      const account = yield* newAccount
      const pager = yield* addChannel(account, "pagerduty")
      const domain = yield* newDomain(account)
      const { bodies, sender } = collected()
      yield* write(account, domain, speed("degraded", domain))
      yield* dispatchAll
      yield* (yield* AlertChannels).update(account.viewer, pager, { quietHours: quietAround(now) })
      yield* write(account, domain, speed("recovered", domain))
      yield* dispatchAll
      yield* sendToChannels(account, sender)
      assert.lengthOf(yield* waiting(account), 0)
      assert.include(bodies.at(-1), "resolve")
    }).pipe(timed)
  )
})
