import { assert, layer } from "@effect/vitest"
import { AlertChannels, AlertRoutes, Domains, Incidents, Tags, inTransaction } from "@mon/core-store"
import { dispatchNext } from "@mon/notifications"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { addChannel } from "./ChannelWorld.ts"
import { changes, layerGround, moveTime, newAccount, newDomain, outcomeOf } from "./DeliveryWorld.ts"
import { writeFact } from "./FactWorld.ts"
import { addRoute, at, MINUTE, sentTo, timed } from "./RouteWorld.ts"
import { sendNow } from "./sendNow.ts"

layer(layerGround, { excludeTestServices: true, timeout: 60_000 })("a route", (it) => {
  it.effect("sends its steps and reminders while an incident is open, and the recovery to everybody who got it", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const slack = yield* addChannel(account, "slack")
      yield* addChannel(account, "ntfy")
      const domain = yield* newDomain(account)
      yield* addRoute(account, {
        kinds: ["down"],
        steps: [
          { afterMinutes: 0, targets: [slack] },
          { afterMinutes: 10, targets: ["email", slack] },
          { afterMinutes: 600, targets: ["webhooks"] }
        ],
        reminderMinutes: 60
      })
      const { key } = yield* changes(domain, "down")
      yield* at(0)
      assert.deepStrictEqual(yield* sentTo(account), ["down slack step 1 +0"])
      yield* at(9)
      yield* at(10.1)
      const subjects = Effect.map(sendNow(account), (mails) => mails.map(({ subject }) => subject))
      assert.deepStrictEqual(yield* subjects, [`DOWN ${domain.name}`])
      yield* at(11)
      yield* at(60.1)
      const sent = [
        "down slack step 1 +0",
        "down slack step 2 +10",
        "down email step 2 +10",
        "down slack reminder 1 +60",
        "down email reminder 1 +60"
      ]
      assert.deepStrictEqual((yield* sentTo(account)).toSorted(), sent.toSorted())
      assert.deepStrictEqual(yield* subjects, [`Reminder: DOWN ${domain.name}`])
      yield* changes(domain, "up")
      yield* at(61)
      yield* at(125)
      assert.deepStrictEqual((yield* sentTo(account)).toSorted(), [...sent, "up slack +0", "up email +0"].toSorted())
      assert.strictEqual((yield* outcomeOf(key)).deliveries.length, sent.length)
    }).pipe(timed)
  )

  it.effect("sends nothing at all about what ends before its delay", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      yield* addChannel(account, "slack")
      const domain = yield* newDomain(account)
      yield* addRoute(account, { steps: [{ afterMinutes: 5, targets: ["email"] }], reminderMinutes: 5 })
      const down = yield* changes(domain, "down")
      yield* at(4)
      assert.strictEqual((yield* outcomeOf(down.key)).status, "pending")
      const up = yield* changes(domain, "up")
      yield* at(4.5)
      yield* at(20)
      assert.deepStrictEqual(yield* sentTo(account), [])
      assert.strictEqual((yield* outcomeOf(down.key)).status, "suppressed")
      assert.strictEqual((yield* outcomeOf(up.key)).status, "suppressed")
    }).pipe(timed)
  )

  it.effect("does not send a step of an incident whose recovery is not dispatched yet", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const sql = yield* SqlClient.SqlClient
      const domain = yield* newDomain(account)
      yield* addRoute(account, { steps: [{ afterMinutes: 5, targets: ["email"] }] })
      const { key } = yield* changes(domain, "down")
      yield* at(1)
      yield* sql`
        update incident set resolved_at = now(), closed_at = now(), resolution = 'paused'
        where account_id = ${account.viewer.accountKey}::bigint`
      yield* at(6)
      assert.deepStrictEqual(yield* sentTo(account), [])
      assert.strictEqual((yield* outcomeOf(key)).status, "suppressed")
    }).pipe(timed)
  )

  it.effect("stops steps and reminders while an incident is acknowledged, and never the recovery", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const sql = yield* SqlClient.SqlClient
      const slack = yield* addChannel(account, "slack")
      const domain = yield* newDomain(account)
      yield* addRoute(account, {
        steps: [
          { afterMinutes: 0, targets: ["email"] },
          { afterMinutes: 30, targets: [slack] }
        ],
        reminderMinutes: 10
      })
      yield* changes(domain, "down")
      yield* at(0)
      const acknowledge = (value: string | null) => sql`
        update incident set acknowledged_at = ${value}::timestamptz where account_id = ${account.viewer.accountKey}::bigint`
      yield* acknowledge(new Date().toISOString())
      yield* at(31)
      assert.deepStrictEqual(yield* sentTo(account), ["down email step 1 +0"])
      yield* acknowledge(null)
      yield* at(41)
      assert.deepStrictEqual(
        (yield* sentTo(account)).toSorted(),
        ["down email reminder 4 +40", "down email step 1 +0", "down slack reminder 4 +40"].toSorted()
      )
      yield* acknowledge(new Date().toISOString())
      yield* changes(domain, "up")
      yield* at(42)
      assert.sameMembers((yield* sentTo(account)).slice(-2), ["up email +0", "up slack +0"])
    }).pipe(timed)
  )

  it.effect("that is deleted before anybody got the alert leaves it to the default route", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const routes = yield* AlertRoutes
      const domain = yield* newDomain(account)
      const route = yield* addRoute(account, { steps: [{ afterMinutes: 30, targets: ["email"] }] })
      yield* changes(domain, "down")
      yield* at(1)
      assert.isTrue(yield* routes.remove(account.viewer, route.id))
      yield* at(2)
      assert.deepStrictEqual(yield* sentTo(account), ["down email +0"])
      yield* changes(domain, "up")
      yield* at(3)
      assert.deepStrictEqual(yield* sentTo(account), ["down email +0", "up email +0"])
    }).pipe(timed)
  )

  it.effect("that is deleted later sends no further steps, but the recovery", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const slack = yield* addChannel(account, "slack")
      const domain = yield* newDomain(account)
      const route = yield* addRoute(account, {
        steps: [
          { afterMinutes: 0, targets: [slack] },
          { afterMinutes: 10, targets: ["email"] }
        ],
        reminderMinutes: 5
      })
      yield* changes(domain, "down")
      yield* at(0)
      yield* (yield* AlertRoutes).remove(account.viewer, route.id)
      yield* at(20)
      yield* changes(domain, "up")
      yield* at(21)
      assert.deepStrictEqual(yield* sentTo(account), ["down slack step 1 +0", "up slack +0"])
    }).pipe(timed)
  )

  it.effect("of the default channels may change: who got the alert gets its end", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const channels = yield* AlertChannels
      const slack = yield* addChannel(account, "slack")
      const domain = yield* newDomain(account)
      yield* changes(domain, "down")
      yield* at(0)
      yield* channels.update(account.viewer, slack, { inDefaultRoute: false })
      yield* addChannel(account, "ntfy")
      yield* changes(domain, "up")
      yield* at(1)
      assert.deepStrictEqual((yield* sentTo(account)).toSorted(), [
        "down email +0",
        "down slack +0",
        "up email +0",
        "up ntfy +0",
        "up slack +0"
      ])
    }).pipe(timed)
  )

  it.effect("that changes applies to later alerts, and an alert keeps the steps with which it began", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const slack = yield* addChannel(account, "slack")
      const domain = yield* newDomain(account)
      const route = yield* addRoute(account, {
        steps: [
          { afterMinutes: 0, targets: ["email"] },
          { afterMinutes: 60, targets: [slack] }
        ]
      })
      yield* changes(domain, "down")
      yield* at(0)
      yield* at(20)
      yield* (yield* AlertRoutes).update(account.viewer, route.id, {
        steps: [
          { afterMinutes: 0, targets: ["email", "webhooks"] },
          { afterMinutes: 10, targets: [slack] }
        ],
        reminderMinutes: 30
      })
      yield* at(21)
      yield* at(31)
      assert.deepStrictEqual(yield* sentTo(account), ["down email step 1 +0"])
      const later = yield* newDomain(account)
      yield* changes(later, "down")
      yield* at(42)
      yield* at(61)
      assert.deepStrictEqual(yield* sentTo(account), [
        "down email step 1 +0",
        "down email step 1 +0",
        "down slack step 2 +10",
        "down slack step 2 +60"
      ])
    }).pipe(timed)
  )

  it.effect("without a target that can receive anything takes no alerts, so that none is lost", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const channels = yield* AlertChannels
      const [off, gone] = [yield* addChannel(account, "slack"), yield* addChannel(account, "ntfy")]
      const [one, two] = [yield* newDomain(account), yield* newDomain(account)]
      yield* addRoute(account, { steps: [{ afterMinutes: 10, targets: [off, gone, "whatsapp"] }] })
      yield* channels.update(account.viewer, off, { isActive: false })
      yield* changes(one, "down")
      yield* at(0)
      // The other channel is deleted while the route waits for the second alert.
      assert.deepStrictEqual(yield* sentTo(account), [])
      yield* channels.remove(account.viewer, gone)
      yield* changes(two, "down")
      yield* at(0)
      assert.deepStrictEqual(yield* sentTo(account), ["down email +0"])
      yield* at(11)
      assert.deepStrictEqual(yield* sentTo(account), ["down email +0", "down email +0"])
      assert.deepStrictEqual((yield* (yield* AlertRoutes).list(account.viewer))[0]?.stoppedBy, "targets")
    }).pipe(timed)
  )

  it.effect("keeps an alert whose monitor loses the tag, and ends it when the monitor is deleted", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const tags = yield* Tags
      const tag = yield* tags.create(account.viewer, { name: "shop", color: "#ffffff" }, 10)
      if (tag._tag !== "Saved") return assert.fail(tag._tag)
      const domain = yield* newDomain(account)
      yield* tags.assign(account.viewer, "domain", domain.id, [tag.tag.id])
      yield* addRoute(account, {
        scope: "chosen",
        tagIds: [tag.tag.id],
        steps: [
          { afterMinutes: 0, targets: ["email"] },
          { afterMinutes: 10, targets: ["email"] }
        ],
        reminderMinutes: 60
      })
      yield* changes(domain, "down")
      yield* at(0)
      yield* tags.assign(account.viewer, "domain", domain.id, [])
      yield* at(11)
      assert.deepStrictEqual(yield* sentTo(account), ["down email step 1 +0", "down email step 2 +10"])
      yield* (yield* Domains).remove(account.viewer, [domain.id])
      yield* at(61)
      assert.lengthOf(yield* sentTo(account), 2)
    }).pipe(timed)
  )

  it.effect("leaves out what is due while alerts are paused, and goes on after that", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const sql = yield* SqlClient.SqlClient
      const domain = yield* newDomain(account)
      yield* addRoute(account, { reminderMinutes: 10 })
      yield* changes(domain, "down")
      yield* at(0)
      const pause = (value: boolean) => sql`
        update account set notifications_paused_at = case when ${value}::boolean then mon_now() end
        where id = ${account.viewer.accountKey}::bigint`
      yield* pause(true)
      yield* at(11)
      yield* at(21)
      yield* pause(false)
      yield* at(25)
      yield* at(31)
      assert.deepStrictEqual(yield* sentTo(account), ["down email step 1 +0", "down email reminder 3 +30"])
    }).pipe(timed)
  )

  it.effect("sends each message once, with several workers and after a crash before the commit", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const slack = yield* addChannel(account, "slack")
      const domains = yield* Effect.forEach(Array.from({ length: 4 }), () => newDomain(account))
      yield* addRoute(account, {
        steps: [
          { afterMinutes: 0, targets: [slack] },
          { afterMinutes: 5, targets: [slack, "email"] }
        ],
        reminderMinutes: 10
      })
      for (const domain of domains) yield* changes(domain, "down")
      const crashed = inTransaction("crash", Effect.andThen(dispatchNext(), Effect.interrupt))
      const workers = Effect.all(
        Array.from({ length: 4 }, () => Effect.repeat(dispatchNext(), { until: (found) => !found })),
        { concurrency: 4 }
      )
      for (const minutes of [0, 5.1, 10.1, 20.1]) {
        yield* moveTime(minutes * MINUTE)
        yield* Effect.exit(crashed)
        yield* workers
      }
      const sent = yield* sentTo(account)
      const expected = [
        "down slack step 1 +0",
        "down email step 2 +5",
        "down slack step 2 +5",
        "down email reminder 1 +10",
        "down slack reminder 1 +10",
        "down email reminder 2 +20",
        "down slack reminder 2 +20"
      ]
      assert.deepStrictEqual(sent.toSorted(), domains.flatMap(() => expected).toSorted())
    }).pipe(timed)
  )

  it.effect("sends the end of what it had found to be over before", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const slack = yield* addChannel(account, "slack")
      const domain = yield* newDomain(account)
      yield* addRoute(account, {
        kinds: ["degraded"],
        steps: [{ afterMinutes: 0, targets: [slack] }],
        reminderMinutes: 10
      })
      yield* writeFact(account, domain, "degraded", Date.now())
      yield* at(0)
      // The reminder is due, and the monitor is fast again.
      yield* at(11)
      yield* writeFact(account, domain, "recovered", Date.now())
      yield* at(12)
      assert.deepStrictEqual(yield* sentTo(account), ["degraded slack step 1 +0", "recovered slack +0"])
    }).pipe(timed)
  )

  it.effect("and all others write the messages about a monitor in the order of its changes", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const sql = yield* SqlClient.SqlClient
      const domains = yield* Effect.forEach(Array.from({ length: 8 }), () => newDomain(account))
      for (const state of ["down", "up", "down"] as const) for (const domain of domains) yield* changes(domain, state)
      yield* Effect.all(
        Array.from({ length: 4 }, () => Effect.repeat(dispatchNext(), { until: (found) => !found })),
        { concurrency: 4 }
      )
      const rows = yield* sql<{ readonly kinds: string }>`
        select string_agg(n.kind, ' ' order by d.id) as kinds
        from notification_delivery d join notification n on n.id = d.notification_id
        where d.account_id = ${account.viewer.accountKey}::bigint group by n.monitor_id, d.channel, d.target`
      assert.deepStrictEqual(
        rows.map(({ kinds }) => kinds),
        domains.map(() => "down up down")
      )
    }).pipe(timed)
  )

  it.effect("of a smaller plan stops: the newest first", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const sql = yield* SqlClient.SqlClient
      const incidents = yield* Incidents
      const [a, b, c] = [
        yield* addRoute(account, { name: "a", kinds: ["page_changed"] }),
        yield* addRoute(account, { name: "b", kinds: ["page_changed"] }),
        yield* addRoute(account, { name: "c", steps: [{ afterMinutes: 10, targets: ["email"] }] })
      ]
      yield* (yield* AlertRoutes).update(account.viewer, c.id, { position: 0 })
      yield* sql`update account set plan = 'free' where id = ${account.viewer.accountKey}::bigint`
      const listed = yield* (yield* AlertRoutes).list(account.viewer)
      assert.deepStrictEqual(
        listed.map(({ id, position, stoppedBy }) => [id, position, stoppedBy]),
        [
          [c.id, 0, "plan"],
          [a.id, 1, null],
          [b.id, 2, null]
        ]
      )
      const domain = yield* newDomain(account)
      const { incident } = yield* changes(domain, "down")
      yield* at(0)
      assert.deepStrictEqual(yield* sentTo(account), ["down email +0"])
      const shown = yield* incidents.find(account.viewer, incident)
      assert.deepStrictEqual(
        shown?.deliveries.map(({ reminder, step }) => [step, reminder]),
        [[null, null]]
      )
    }).pipe(timed)
  )
})
