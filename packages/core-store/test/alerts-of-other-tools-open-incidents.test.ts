import { assert, layer } from "@effect/vitest"
import { type AlertFacts, alertSourceLimits, decodeFact, uuidv7 } from "@mon/model"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { createHash } from "node:crypto"
import {
  type AccessScope,
  type AdmittedSource,
  AlertSources,
  Incidents,
  Notifications,
  type ReceivedAlert,
  ReceivedAlerts,
  SourceIncidents
} from "../src/index.ts"
import { layerStore, newAccount } from "./account.ts"
import { installClock, setClock } from "./movableClock.ts"

const facts: AlertFacts = {
  title: "Disk almost full on db1",
  summary: null,
  severity: "error",
  link: null,
  labels: [{ name: "instance", value: "db1:9100" }]
}

const trigger = (key: string, more: Partial<AlertFacts> = {}): ReceivedAlert => ({
  action: "trigger",
  key,
  facts: { ...facts, ...more }
})
const resolve = (key: string): ReceivedAlert => ({ action: "resolve", key })

const tokenOf = (text: string) => ({ hash: createHash("sha256").update(text).digest(), hint: text.slice(-4) })

let made = 0

const newSource = Effect.fnUntraced(function* (viewer: AccessScope, limit = 10) {
  const token = tokenOf(`token ${(made += 1)}`)
  const sources = yield* AlertSources
  const id = uuidv7(Date.UTC(2026, 10, 21), Buffer.from(String(made).padStart(10, "0")))
  const created = yield* sources.create(viewer, { id, name: "Prometheus", kind: "alertmanager", token }, limit)
  if (created._tag !== "Created") return yield* Effect.die(created._tag)
  const admitted = yield* sources.admit(token.hash)
  if (admitted === null) return yield* Effect.die("no source")
  return admitted
})

const receive = (source: AdmittedSource, ...alerts: ReadonlyArray<ReceivedAlert>) =>
  Effect.flatMap(ReceivedAlerts, (received) => received.receive(source, alerts))

const notificationsOf = Effect.fnUntraced(function* ({ accountKey }: AccessScope) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<{ kind: string; status: string; data: unknown; monitor: string | null }>`
    select kind, status, data, monitor_id::text as monitor from notification where account_id = ${accountKey}::bigint
    order by id`
})

layer(layerStore, { excludeTestServices: true })("an alert of another tool", (it) => {
  it.effect("opens one incident, is repeated, and ends it", () =>
    Effect.gen(function* () {
      const { viewer } = yield* newAccount
      const source = yield* newSource(viewer)
      assert.deepInclude(yield* receive(source, trigger("a")), { opened: 1, repeated: 0, refused: 0 })
      assert.deepInclude(yield* receive(source, trigger("a", { summary: "97 %" })), { opened: 0, repeated: 1 })
      const [open, ...others] = (yield* (yield* SourceIncidents).list(viewer, { limit: 10 })) ?? []
      assert.deepStrictEqual(others, [])
      assert.deepInclude(open, { key: "a", status: "open", summary: "97 %", alerts: 2, sourceName: "Prometheus" })
      assert.deepInclude(yield* receive(source, resolve("a")), { resolved: 1 })
      assert.deepInclude(yield* receive(source, resolve("a"), resolve("unknown")), { resolved: 0 })
      const rows = yield* notificationsOf(viewer)
      assert.deepStrictEqual(
        rows.map(({ kind, monitor, status }) => [kind, status, monitor]),
        [
          ["external_alert", "pending", null],
          ["external_resolved", "pending", null]
        ]
      )
      const [alert, recovery] = rows.map(({ data, kind }) => decodeFact(kind, data))
      assert.deepInclude(alert, { kind: "external_alert", title: facts.title, severity: "error", labels: facts.labels })
      assert.deepInclude(recovery, { kind: "external_resolved", summary: "97 %" })
      const found = yield* (yield* SourceIncidents).find(viewer, open?.id ?? "")
      assert.deepInclude(found, { status: "resolved", deliveries: [] })
    })
  )

  it.effect("opens a new incident after the end of the first one", () =>
    Effect.gen(function* () {
      const { viewer } = yield* newAccount
      const source = yield* newSource(viewer)
      for (const alerts of [[trigger("a")], [resolve("a")], [trigger("a")]]) yield* receive(source, ...alerts)
      const incidents = (yield* (yield* SourceIncidents).list(viewer, { limit: 10 })) ?? []
      assert.deepStrictEqual(
        incidents.map(({ status }) => status),
        ["open", "resolved"]
      )
    })
  )

  it.effect("opens one incident, even if it arrives several times at once", () =>
    Effect.gen(function* () {
      const { viewer } = yield* newAccount
      const source = yield* newSource(viewer)
      const outcomes = yield* Effect.forEach(
        Array.from({ length: 12 }, (_, index) => index),
        (index) => receive(source, trigger("a"), trigger(`b${index % 3}`), trigger("a")),
        { concurrency: "unbounded" }
      )
      const total = (name: "opened" | "repeated") => outcomes.reduce((sum, outcome) => sum + outcome[name], 0)
      assert.deepStrictEqual([total("opened"), total("repeated")], [4, 20])
      assert.lengthOf(yield* notificationsOf(viewer), 4)
      const ends = yield* Effect.forEach([1, 2, 3, 4], () => receive(source, resolve("a")), {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(ends.map(({ resolved }) => resolved).toSorted(), [0, 0, 0, 1])
    })
  )

  it.effect("has a key of its own in each source and account", () =>
    Effect.gen(function* () {
      const { viewer: mine } = yield* newAccount
      const { viewer: theirs } = yield* newAccount
      const [one, other, foreign] = [yield* newSource(mine), yield* newSource(mine), yield* newSource(theirs)]
      for (const source of [one, other, foreign]) yield* receive(source, trigger("a"))
      yield* receive(other, resolve("a"))
      const incidents = yield* SourceIncidents
      const list = (yield* incidents.list(mine, { limit: 10 })) ?? []
      assert.deepStrictEqual(
        list.map(({ sourceId, status }) => [sourceId, status]),
        [
          [other.id, "resolved"],
          [one.id, "open"]
        ]
      )
      assert.isNull(yield* incidents.find(theirs, list[0]?.id ?? ""))
      assert.isNull(yield* incidents.list(theirs, { limit: 10, before: list[0]?.id ?? "" }))
      const rest = yield* incidents.list(mine, { limit: 10, before: list[0]?.id ?? "" })
      assert.deepStrictEqual(
        rest?.map(({ id }) => id),
        [list[1]?.id]
      )
      assert.lengthOf((yield* incidents.list(mine, { limit: 10, state: "open", sourceId: other.id })) ?? [], 0)
    })
  )

  it.effect("can be acknowledged by its tool and by a person, and changed by its tool", () =>
    Effect.gen(function* () {
      const { viewer } = yield* newAccount
      const source = yield* newSource(viewer)
      yield* receive(source, trigger("a"), trigger("b"))
      const acknowledge = { action: "acknowledge", key: "a", by: "ann@example.com", note: "On it" } as const
      const { acknowledged } = yield* receive(source, acknowledge, { ...acknowledge, key: "unknown" })
      assert.lengthOf(acknowledged, 1)
      assert.lengthOf((yield* receive(source, acknowledge)).acknowledged, 0)
      yield* receive(source, { action: "change", key: "b", title: "Disk full", note: "See the runbook" })
      const [b, a] = (yield* (yield* SourceIncidents).list(viewer, { limit: 2 })) ?? []
      assert.deepInclude(a?.acknowledgement, {
        via: "api",
        by: "ann@example.com",
        channel: "Prometheus",
        note: "On it"
      })
      assert.deepInclude(b, { title: "Disk full", note: "See the runbook", severity: "error" })
      const incidents = yield* Incidents
      assert.isTrue(yield* incidents.acknowledge(viewer, b?.id ?? "", { via: "api", note: null }))
      assert.isTrue(yield* incidents.unacknowledge(viewer, a?.id ?? ""))
    })
  )

  it.effect("does not appear among the incidents of monitors", () =>
    Effect.gen(function* () {
      const { viewer } = yield* newAccount
      yield* receive(yield* newSource(viewer), trigger("a"))
      const incidents = yield* Incidents
      assert.deepStrictEqual(yield* incidents.recent(viewer, { limit: 10 }), [])
      const [open] = (yield* (yield* SourceIncidents).list(viewer, { limit: 1 })) ?? []
      assert.isNull(yield* incidents.find(viewer, open?.id ?? ""))
      const listed = yield* (yield* Notifications).list(viewer, { page: 1, limit: 10, type: null })
      assert.deepStrictEqual(
        listed.items.map(({ kind }) => kind),
        ["external_alert"]
      )
    })
  )

  it.effect("is refused beyond the limits of its source", () =>
    Effect.gen(function* () {
      yield* installClock("2026-11-21T08:00:00Z")
      const { openIncidents, incidentsPerHour } = alertSourceLimits
      const { viewer } = yield* newAccount
      const source = yield* newSource(viewer)
      const keys = Array.from({ length: openIncidents + 1 }, (_, index) => `k${index}`)
      const first = yield* receive(source, ...keys.map((key) => trigger(key)))
      assert.deepInclude(first, { opened: openIncidents, refused: 1 })
      for (let ended = 0; ended < incidentsPerHour; ended += openIncidents) {
        yield* receive(source, ...keys.map(resolve))
        yield* receive(source, ...keys.map((key) => trigger(key)))
      }
      yield* receive(source, ...keys.map(resolve))
      assert.deepInclude(yield* receive(source, trigger("later")), { opened: 0, refused: 1 })
      yield* setClock("2026-11-21T09:00:01Z")
      assert.deepInclude(yield* receive(source, trigger("later")), { opened: 1, refused: 0 })
    })
  )

  it.effect("is suppressed during a pause, and its recovery is announced after a pause that began later", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { viewer } = yield* newAccount
      const source = yield* newSource(viewer)
      const notifications = yield* Notifications
      yield* receive(source, trigger("known"))
      yield* sql`
        insert into notification_delivery (public_id, account_id, notification_id, key, channel, target, status)
        select gen_random_uuid(), account_id, id, key || ':test', 'email', 'ann@example.com', 'sent' from notification
        where account_id = ${viewer.accountKey}::bigint`
      yield* notifications.setPaused(viewer, true)
      yield* receive(source, trigger("unknown"))
      yield* receive(source, resolve("known"), resolve("unknown"))
      const states = Effect.map(notificationsOf(viewer), (rows) => rows.map(({ kind, status }) => [kind, status]))
      assert.deepStrictEqual((yield* states).slice(1), [
        ["external_alert", "suppressed"],
        ["external_resolved", "suppressed"],
        ["external_resolved", "suppressed"]
      ])
      yield* notifications.setPaused(viewer, false)
      assert.deepStrictEqual(
        (yield* states)
          .slice(2)
          .map(([, status]) => status)
          .toSorted(),
        ["pending", "suppressed"]
      )
    })
  )
})

layer(layerStore, { excludeTestServices: true })("a source of alerts", (it) => {
  it.effect("counts against the limit of its account, even at the same time", () =>
    Effect.gen(function* () {
      const { viewer } = yield* newAccount
      const results = yield* Effect.forEach([1, 2, 3, 4], () => Effect.exit(newSource(viewer, 2)), {
        concurrency: "unbounded"
      })
      assert.lengthOf(
        results.filter(({ _tag }) => _tag === "Success"),
        2
      )
    })
  )

  it.effect("counts its requests in each minute", () =>
    Effect.gen(function* () {
      yield* installClock("2026-11-21T08:00:10Z")
      const { viewer } = yield* newAccount
      yield* newSource(viewer)
      const { hash } = tokenOf(`token ${made}`)
      const { admit } = yield* AlertSources
      assert.deepInclude(yield* admit(hash), { requests: 2, secondsLeft: 50 })
      yield* setClock("2026-11-21T08:01:00Z")
      assert.deepInclude(yield* admit(hash), { requests: 1, secondsLeft: 60 })
      assert.isNull(yield* admit(tokenOf("another token").hash))
    })
  )

  it.effect("loses its old token with a new one, and its open incidents when it is deleted", () =>
    Effect.gen(function* () {
      const { viewer } = yield* newAccount
      const { viewer: stranger } = yield* newAccount
      const source = yield* newSource(viewer)
      const { hash } = tokenOf(`token ${made}`)
      const sources = yield* AlertSources
      yield* receive(source, trigger("a"))
      assert.isNull(yield* sources.update(stranger, source.id, { token: tokenOf("stolen") }))
      assert.deepInclude(yield* sources.update(viewer, source.id, { token: tokenOf("next 1234"), isActive: false }), {
        tokenHint: "1234",
        isActive: false,
        openIncidents: 1
      })
      assert.isNull(yield* sources.admit(hash))
      assert.deepInclude(yield* sources.admit(tokenOf("next 1234").hash), { id: source.id, isActive: false })
      assert.isFalse(yield* sources.remove(stranger, source.id))
      assert.isTrue(yield* sources.remove(viewer, source.id))
      assert.deepStrictEqual(yield* sources.list(viewer), [])
      const [incident] = (yield* (yield* SourceIncidents).list(viewer, { limit: 10 })) ?? []
      assert.deepInclude(incident, { status: "resolved", sourceName: "Prometheus" })
      assert.lengthOf(yield* notificationsOf(viewer), 1)
    })
  )
})
