import { type AlertFacts, alertSourceLimits } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { insertFacts } from "../../monitors/writeFacts.ts"
import { operation, type Returns } from "../../sql/operation.ts"
import type { AdmittedSource } from "./AlertSources.ts"

/** What another tool states about the alert with a key. */
export type ReceivedAlert =
  | { readonly action: "trigger"; readonly key: string; readonly facts: AlertFacts }
  | { readonly action: "resolve"; readonly key: string }
  | { readonly action: "acknowledge"; readonly key: string; readonly by: string | null; readonly note: string | null }
  /** New words for an open incident. Absent fields stay unchanged. */
  | {
      readonly action: "change"
      readonly key: string
      readonly title?: string
      readonly summary?: string | null
      readonly note?: string
    }

/** The effect of received alerts: numbers of incidents. */
export interface ReceivedOutcome {
  readonly opened: number
  /** The number of alerts whose incident is already open. */
  readonly repeated: number
  readonly resolved: number
  /** The number of alerts that began no incident because of the source's limits. */
  readonly refused: number
  /** The public ids of the incidents that were acknowledged. */
  readonly acknowledged: ReadonlyArray<string>
}

type SourceKeys = Pick<AdmittedSource, "accountKey" | "id" | "key" | "kind" | "name">

/** SQL for the data of the fact about the incident in the row `relation`. */
const factData = (relation: string, resolvedAt: string): string => `
  jsonb_build_object('source', ${relation}.source -> 'source', 'incident', jsonb_build_object(
      'id', ${relation}.public_id, 'startedAt', mon_iso(${relation}.started_at), 'resolvedAt', ${resolvedAt}),
    'title', ${relation}.source -> 'title', 'summary', ${relation}.source -> 'summary',
    'severity', ${relation}.source -> 'severity', 'link', ${relation}.source -> 'link',
    'labels', ${relation}.source -> 'labels')`

/** $1: the alerts, $2: the source, $3: the account, $4: the description of the source in facts. */
const TRIGGER = `
  with given as materialized (
    select g.n, g.key, g.facts from jsonb_to_recordset($1::text::jsonb) as g (n int, key text, facts jsonb)
  ), repeated as (
    update incident i set source = i.source || g.facts || jsonb_build_object(
      'alerts', (i.source ->> 'alerts')::int + 1, 'lastReceivedAt', mon_iso(mon_now()))
    from given g where i.source_id = $2::bigint and i.source_key = g.key and i.resolved_at is null
    returning i.source_key
  ), room as materialized (
    select greatest(0, least(
      ${alertSourceLimits.openIncidents} - count(*) filter (where resolved_at is null),
      ${alertSourceLimits.incidentsPerHour} - count(*) filter (where started_at > mon_now() - interval '1 hour'))) as n
    from incident where source_id = $2::bigint
      and (resolved_at is null or started_at > mon_now() - interval '1 hour')
  ), opened as (
    insert into incident (public_id, account_id, source_id, source_key, source, started_at, confirmed_at)
    select mon_uuidv7(), $3::bigint, $2::bigint, g.key, g.facts || jsonb_build_object(
      'source', $4::text::jsonb, 'alerts', 1, 'lastReceivedAt', mon_iso(mon_now())), mon_now(), mon_now()
    from given g where not exists (select from repeated r where r.source_key = g.key)
    order by g.n limit (select n from room)
    on conflict (source_id, source_key) where resolved_at is null and source_id is not null do nothing
    returning id, public_id, account_id, started_at, source
  ), fact as materialized (
    select mon_uuidv7() as public_id, o.account_id, 'external_alert' as kind, null::bigint as monitor_id,
      o.id as incident_id, ${factData("o", "null")} as data
    from opened o order by o.id
  ), noted as (${insertFacts("fact", ["external_alert"])})
  select (select count(*)::int from given) as given, (select count(*)::int from repeated) as repeated,
    (select count(*)::int from opened) as opened`

/** $1: the keys, $2: the source. */
const RESOLVE = `
  with ended as (
    update incident i set resolved_at = mon_now(), closed_at = mon_now(), resolution = 'recovered'
    from jsonb_array_elements_text($1::text::jsonb) as g (key)
    where i.source_id = $2::bigint and i.source_key = g.key and i.resolved_at is null
    returning i.id, i.public_id, i.account_id, i.started_at, i.resolved_at, i.source
  ), fact as materialized (
    select mon_uuidv7() as public_id, e.account_id, 'external_resolved' as kind, null::bigint as monitor_id,
      e.id as incident_id, ${factData("e", "mon_iso(e.resolved_at)")} as data
    from ended e order by e.id
  ), noted as (${insertFacts("fact", ["external_resolved"])})
  select count(*)::int as resolved from ended`

/** Returns the last alert with each key. */
const lastByKey = <Alert extends { readonly key: string }>(alerts: ReadonlyArray<Alert>): ReadonlyArray<Alert> => [
  ...new Map(alerts.map((alert) => [alert.key, alert])).values()
]

const receiveAlerts = (sql: SqlClient.SqlClient) =>
  operation(
    "ReceivedAlerts.receive",
    function* (source: SourceKeys, given: ReadonlyArray<ReceivedAlert>): Returns<ReceivedOutcome> {
      const alerts = lastByKey(given)
      const ofAction = <Action extends ReceivedAlert["action"]>(action: Action) =>
        alerts.filter((alert): alert is Extract<ReceivedAlert, { readonly action: Action }> => alert.action === action)
      const triggers = ofAction("trigger").map(({ facts, key }, n) => ({ n, key, facts }))
      const resolves = ofAction("resolve").map(({ key }) => key)
      const { id, kind, name } = source
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          // The lock of the row makes requests to one source run one after another.
          const locked = yield* sql`
            update alert_source set last_received_at = mon_now() where id = ${source.key}::bigint returning 1`
          let outcome: ReceivedOutcome = { opened: 0, repeated: 0, resolved: 0, refused: 0, acknowledged: [] }
          if (locked.length === 0) return outcome
          if (resolves.length > 0) {
            const [row] = yield* sql.unsafe<Pick<ReceivedOutcome, "resolved">>(RESOLVE, [
              JSON.stringify(resolves),
              source.key
            ])
            outcome = { ...outcome, ...row }
          }
          if (triggers.length > 0) {
            const [row] = yield* sql.unsafe<{
              readonly given: number
              readonly opened: number
              readonly repeated: number
            }>(TRIGGER, [JSON.stringify(triggers), source.key, source.accountKey, JSON.stringify({ id, kind, name })])
            const { opened = 0, repeated = 0 } = row ?? {}
            outcome = { ...outcome, opened, repeated, refused: triggers.length - opened - repeated }
          }
          const acknowledged: Array<string> = []
          for (const { by, key, note } of ofAction("acknowledge")) {
            const [changed] = yield* sql<{ readonly id: string }>`
              update incident set acknowledged_at = mon_now(), acknowledged_via = 'api', acknowledged_channel = ${name},
                acknowledged_recipient = ${by}, acknowledgement_note = ${note}
              where source_id = ${source.key}::bigint and source_key = ${key} and resolved_at is null
                and acknowledged_at is null
              returning public_id as id`
            if (changed !== undefined) acknowledged.push(changed.id)
          }
          for (const { action: _, key, ...words } of ofAction("change"))
            yield* sql`
              update incident set source = source || ${JSON.stringify(words)}::text::jsonb
              where source_id = ${source.key}::bigint and source_key = ${key} and resolved_at is null`
          return { ...outcome, acknowledged }
        })
      )
    }
  )

/** The alerts that other tools send. An alert opens an incident, changes it or ends it. */
export class ReceivedAlerts extends Context.Service<ReceivedAlerts>()("@mon/core-store/ReceivedAlerts", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /**
     * Stores the alerts of one request. Of several alerts with one key, only the last one counts. An alert whose
     * incident is already open only changes the incident. Alerts with an unknown key end, acknowledge or change
     * nothing.
     */
    receive: receiveAlerts(sql)
  }))
}) {
  static readonly layer = Layer.effect(ReceivedAlerts, ReceivedAlerts.make)
}
