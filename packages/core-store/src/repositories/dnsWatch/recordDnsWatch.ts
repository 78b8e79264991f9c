import { type DnsTypeChange, uuidv7 } from "@mon/model"
import * as Clock from "effect/Clock"
import type * as SqlClient from "effect/sql/SqlClient"
import { randomBytes } from "../../sql/Randomness.ts"
import { operation } from "../../sql/operation.ts"
import { factMonitorSql, insertFacts } from "../facts/writeFacts.ts"
import type { DnsWatches } from "./DnsWatches.ts"

/**
 * Fenced by the lease. Parameters: $1 monitor, $2 lease, $3 next in ms, $4 state, $5 shown, $6 observed at, $7 the
 * change with its id and its lines, or null, $8 what its cause rests on, or null.
 */
const recordStatement = `
with fenced as (
  update dns_watch w set lease_until = null, lease_token = null, next_at = mon_now() + $3::int * interval '1 millisecond',
    state = $4::text::jsonb, shown = $5::text::jsonb, checked_at = $6::timestamptz
  from monitor m
  where w.monitor_id = $1::bigint and w.lease_token = $2::uuid and m.id = w.monitor_id
    and m.deleted_at is null and m.paused_at is null
  returning m.id, m.account_id, m.public_id, m.name, m.url
), found as (
  select f.*, c.* from fenced f, jsonb_to_record($7::text::jsonb) as c("changeId" uuid, changes jsonb, added jsonb, removed jsonb)
  where c."changeId" is not null
), stored as (
  insert into dns_change (public_id, monitor_id, detected_at, changes)
  select "changeId", id, $6::timestamptz, changes from found
), notified as (
  ${insertFacts(
    `(select mon_uuidv7() as public_id, account_id, 'dns_changed' as kind, id as monitor_id, null::bigint as incident_id,
        jsonb_build_object('state', 'dns_changed', 'monitor', ${factMonitorSql("found")}, 'changeId', "changeId", 'detectedAt', mon_iso($6::timestamptz),
          'added', added, 'removed', removed) as data
      from found)`,
    ["dns_changed"],
    `$8::text::jsonb || jsonb_strip_nulls(jsonb_build_object('registration',
      monitor_evidence(n.monitor_id, $6::timestamptz) -> 'registration'))`
  )}
)
select count(*)::int as accepted from fenced`

/** The lines of an alert: "MX example.com 10 mx.example.net". */
const linesOf = (changes: ReadonlyArray<DnsTypeChange>, side: "added" | "removed"): ReadonlyArray<string> =>
  changes.flatMap((change) => change[side].map((line) => `${change.type} ${change.name} ${line}`))

export const recordDnsWatch = (sql: SqlClient.SqlClient): DnsWatches["Service"]["record"] =>
  operation(
    "DnsWatches.record",
    function* ({ leaseToken, monitorKey }, { changes, diagnosisFacts, nextInMs, observedAt, shown, state }) {
      const changeId = uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(10))
      const change =
        changes.length === 0
          ? {}
          : { changeId, changes, added: linesOf(changes, "added"), removed: linesOf(changes, "removed") }
      const [outcome] = yield* sql.unsafe<{ accepted: number }>(recordStatement, [
        monitorKey,
        leaseToken,
        nextInMs,
        JSON.stringify(state),
        JSON.stringify(shown),
        new Date(observedAt).toISOString(),
        JSON.stringify(change),
        diagnosisFacts === undefined ? null : JSON.stringify(diagnosisFacts)
      ])
      return outcome?.accepted === 1
    }
  )
