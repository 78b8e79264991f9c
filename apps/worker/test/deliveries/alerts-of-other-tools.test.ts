// Alerts of other tools are routed like Mon's own: steps, reminders, acknowledgement, recovery, few messages at once.
import { assert, layer } from "@effect/vitest"
import { AlertSources, Incidents, type ReceivedAlert, ReceivedAlerts, SourceIncidents } from "@mon/core-store"
import { type AlertSeverity, uuidv7 } from "@mon/model"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { randomBytes } from "node:crypto"
import { addPager, openAccount, openWorld } from "./AlertWorld.ts"
import { layerGround, newAccount, type TestAccount } from "./DeliveryWorld.ts"
import { addChannel } from "./ChannelWorld.ts"
import { addOwnChannel, contactsOf, setRules } from "./ContactWorld.ts"
import { addSchedule, reasonsOf } from "./OnCallWorld.ts"
import { addRoute, at, sentTo, timed } from "./RouteWorld.ts"
import { sendNow } from "./sendNow.ts"

const newSource = Effect.fnUntraced(function* ({ viewer }: TestAccount) {
  const token = { hash: randomBytes(32), hint: "9f3c" }
  const sources = yield* AlertSources
  const id = uuidv7(Date.now(), randomBytes(10))
  yield* sources.create(viewer, { id, name: "Prometheus", kind: "alertmanager", token }, 50)
  const source = yield* sources.admit(token.hash)
  if (source === null) return yield* Effect.die("no source")
  const receive = (...alerts: ReadonlyArray<ReceivedAlert>) =>
    Effect.flatMap(ReceivedAlerts, (received) => received.receive(source, alerts))
  return { receive }
})

const begin = (key: string, severity: AlertSeverity = "error"): ReceivedAlert => ({
  action: "trigger",
  key,
  facts: { title: `Disk full on ${key}`, summary: null, severity, link: null, labels: [] }
})
const end = (key: string): ReceivedAlert => ({ action: "resolve", key })

const newMember = Effect.fnUntraced(function* (account: TestAccount, email: string) {
  return (yield* newPerson(account, email)).id
})

const newPerson = Effect.fnUntraced(function* ({ viewer }: TestAccount, email: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly id: string; readonly key: string; readonly userKey: string }>`
    with person as (
      insert into app_user (public_id, email) values (gen_random_uuid(), ${email}) returning id
    )
    insert into membership (public_id, account_id, user_id, role)
    select gen_random_uuid(), ${viewer.accountKey}::bigint, id, 'member' from person
    returning public_id as id, id::text as key, user_id::text as "userKey"`
  if (row === undefined) return yield* Effect.die(new Error("no member"))
  return { ...row, scope: { ...viewer, membershipKey: row.key, userKey: row.userKey, role: "member" as const } }
})

layer(layerGround, { excludeTestServices: true, timeout: 60_000 })("an alert of another tool", (it) => {
  it.effect(
    "goes along the steps of a route, is repeated in silence, and its recovery reaches everybody who got it",
    () =>
      Effect.gen(function* () {
        const account = yield* newAccount
        const slack = yield* addChannel(account, "slack")
        yield* addChannel(account, "ntfy")
        const { receive } = yield* newSource(account)
        yield* addRoute(account, { kinds: ["down"], steps: [{ afterMinutes: 0, targets: ["webhooks"] }] })
        yield* addRoute(account, {
          kinds: ["external_alert"],
          steps: [
            { afterMinutes: 0, targets: [slack] },
            { afterMinutes: 10, targets: ["email"] }
          ],
          reminderMinutes: 60
        })
        yield* receive(begin("db1"))
        yield* at(0)
        yield* receive(begin("db1"))
        yield* at(10.1)
        const mails = yield* sendNow(account)
        assert.deepStrictEqual(
          mails.map(({ subject }) => subject),
          ["ERROR Disk full on db1"]
        )
        assert.include(mails[0]?.text, "https://mon.example.com/acknowledge/")
        yield* at(60.1)
        yield* receive(end("db1"))
        yield* at(61)
        yield* at(125)
        assert.deepStrictEqual((yield* sentTo(account)).toSorted(), [
          "external_alert email reminder 1 +60",
          "external_alert email step 2 +10",
          "external_alert slack reminder 1 +60",
          "external_alert slack step 1 +0",
          "external_resolved email +0",
          "external_resolved slack +0"
        ])
        const [recovery] = (yield* sendNow(account)).filter(({ subject }) => subject.startsWith("RESOLVED"))
        assert.include(recovery?.text, "Prometheus reports that this problem is over: Disk full on db1.")
      }).pipe(timed)
  )

  it.effect("stops at an acknowledgement, and sends nothing at all if it ends before its first step", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const { receive } = yield* newSource(account)
      yield* addRoute(account, {
        steps: [
          { afterMinutes: 1, targets: ["email"] },
          { afterMinutes: 10, targets: ["email"] }
        ],
        reminderMinutes: 30
      })
      yield* receive(begin("db1"), begin("db2"))
      yield* at(0)
      yield* receive(end("db2"))
      yield* at(1.1)
      const [open] = (yield* (yield* SourceIncidents).list(account.viewer, { limit: 1, state: "open" })) ?? []
      yield* (yield* Incidents).acknowledge(account.viewer, open?.id ?? "", { via: "api", note: null })
      yield* at(70)
      assert.deepStrictEqual(yield* sentTo(account), ["external_alert email step 1 +1"])
      yield* receive(end("db1"))
      yield* at(71)
      assert.deepStrictEqual((yield* sentTo(account)).slice(1), ["external_resolved email +0"])
    }).pipe(timed)
  )

  it.effect("is matched by the severity that its tool has stated, and never by a route for chosen monitors", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const slack = yield* addChannel(account, "slack")
      const { receive } = yield* newSource(account)
      yield* addRoute(account, { scope: "chosen", monitorIds: [], steps: [{ afterMinutes: 0, targets: ["webhooks"] }] })
      yield* addRoute(account, { severities: ["critical"], steps: [{ afterMinutes: 0, targets: [slack] }] })
      yield* receive(begin("db1", "critical"))
      yield* at(0)
      yield* receive(begin("db2", "info"))
      yield* at(5)
      assert.deepStrictEqual((yield* sentTo(account)).toSorted(), [
        "external_alert email +0",
        "external_alert slack +0",
        "external_alert slack step 1 +0"
      ])
    }).pipe(timed)
  )

  it.effect("reaches members only if a step names them, and so does its recovery", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const named = yield* newMember(account, "named@tools.example")
      yield* newMember(account, "other@tools.example")
      const { receive } = yield* newSource(account)
      yield* addRoute(account, { steps: [{ afterMinutes: 0, targets: ["email", named] }] })
      yield* receive(begin("db1"))
      yield* at(0)
      const recipients = Effect.map(sendNow(account), (mails) => mails.map(({ to }) => to).toSorted())
      const both = [account.email, "named@tools.example"].toSorted()
      assert.deepStrictEqual(yield* recipients, both)
      yield* receive(end("db1"))
      yield* at(1)
      assert.deepStrictEqual(yield* recipients, both)
    }).pipe(timed)
  )

  it.effect("reaches who is on call at each step, also a member who sees no monitor, and so does its recovery", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const ann = yield* newMember(account, "ann@on-call.example")
      const bob = yield* newMember(account, "bob@on-call.example")
      const schedule = yield* addSchedule(account, [[ann], [bob]], { minutesAgo: 45 })
      const { receive } = yield* newSource(account)
      yield* addRoute(account, {
        steps: [
          { afterMinutes: 0, targets: [{ schedule, who: "now" }] },
          { afterMinutes: 20, targets: [{ schedule, who: "now" }] }
        ]
      })
      yield* receive(begin("db1"))
      yield* at(0)
      const recipients = Effect.map(sendNow(account), (mails) => mails.map(({ to }) => to).toSorted())
      assert.deepStrictEqual(yield* recipients, ["ann@on-call.example"])
      yield* at(20.1)
      assert.deepStrictEqual(yield* recipients, ["bob@on-call.example"])
      assert.deepStrictEqual(yield* reasonsOf(account), ["on_call", "on_call"])
      yield* receive(end("db1"))
      yield* at(21)
      assert.deepStrictEqual(yield* recipients, ["ann@on-call.example", "bob@on-call.example"])
    }).pipe(timed)
  )
})

layer(layerGround, { excludeTestServices: true, timeout: 60_000 })("an alert of another tool to a person", (it) => {
  it.effect("goes by the person's rules for its urgency, at once and later, and stops when it ends", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const ann = yield* newPerson(account, "ann@rules.example")
      const phone = yield* addOwnChannel(ann, "ntfy")
      yield* setRules(ann, {
        high: [
          { afterMinutes: 0, via: phone },
          { afterMinutes: 5, via: "email" }
        ],
        low: [{ afterMinutes: 10, via: "email" }]
      })
      const { receive } = yield* newSource(account)
      yield* addRoute(account, { steps: [{ afterMinutes: 0, targets: [ann.id] }] })
      yield* receive(begin("db1", "critical"))
      yield* receive(begin("db2", "warning"))
      yield* at(0)
      const first = yield* contactsOf(account)
      assert.lengthOf(first, 1)
      assert.include(first[0], "ntfy")
      yield* at(5.1)
      assert.lengthOf(yield* contactsOf(account), 2)
      yield* receive(end("db2"))
      yield* at(11)
      assert.lengthOf(
        (yield* contactsOf(account)).filter((sent) => sent.startsWith("external_alert")),
        2
      )
    }).pipe(timed)
  )
})

layer(layerGround, { excludeTestServices: true, timeout: 60_000 })("many alerts of another tool", (it) => {
  it.effect("are one message to people, one for each to programs, and an alert of its own at PagerDuty", () =>
    Effect.gen(function* () {
      const world = yield* openWorld
      const { account, chat, email, webhook } = yield* openAccount
      const pager = yield* addPager(account)
      const { receive } = yield* newSource(account)
      const keys = Array.from({ length: 12 }, (_, index) => `db${index}`)
      const titlesOf = (receiver: string) =>
        world.arrivals.filter((arrival) => arrival.receiver === receiver).map(({ title }) => title)
      yield* receive(...keys.map((key) => begin(key)))
      yield* world.run(120)
      assert.deepStrictEqual(titlesOf(email), ["ERROR 12 alerts"])
      assert.lengthOf(titlesOf(chat.receiver), 1)
      assert.lengthOf(titlesOf(webhook.receiver), 12)
      assert.lengthOf(world.openAlerts(pager.receiver), 12)
      yield* receive(...keys.map(end))
      yield* world.run(120)
      assert.deepStrictEqual(titlesOf(email), ["ERROR 12 alerts", "RESOLVED 12 alerts"])
      assert.lengthOf(titlesOf(webhook.receiver), 24)
      assert.deepStrictEqual(world.openAlerts(pager.receiver), [])
    })
  )
})
