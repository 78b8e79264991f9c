import type { Role } from "@mon/model"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import { type MemberRow, scopeRole } from "../access/AccessScope.ts"
import { listedState, type ListedStateRow } from "../monitors/listedState.ts"
import { hasHash, isLive } from "../apiKeys/liveKey.ts"
import { sessionSeconds } from "../sessions/Sessions.ts"
import { isStopped } from "../access/stoppedAccount.sql.ts"
import { eventStreamSeconds, EventStreams, type LiveMonitor } from "./EventStreams.ts"

const openStream = (sql: SqlClient.SqlClient): EventStreams["Service"]["open"] =>
  operation("EventStreams.open", function* ({ userKey }, id, limit) {
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        // Two requests of a person are counted one after the other.
        yield* sql`select 1 from app_user where id = ${userKey}::bigint for no key update`
        yield* sql`delete from event_stream where user_id = ${userKey}::bigint and expires_at <= mon_now()`
        const rows = yield* sql`
          insert into event_stream (id, user_id, expires_at)
          select ${id}::uuid, ${userKey}::bigint, mon_now() + make_interval(secs => ${eventStreamSeconds}::int)
          where (select count(*) from event_stream where user_id = ${userKey}::bigint) < ${limit}::int
          returning 1`
        return rows.length > 0
      })
    )
  })

const renewStreams = (sql: SqlClient.SqlClient): EventStreams["Service"]["renew"] =>
  operation("EventStreams.renew", function* (ids) {
    if (ids.length === 0) return
    yield* sql`
      update event_stream set expires_at = mon_now() + make_interval(secs => ${eventStreamSeconds}::int)
      where id = any(${ids}::uuid[])`
  })

const closeStream = (sql: SqlClient.SqlClient): EventStreams["Service"]["close"] =>
  operation("EventStreams.close", function* (id) {
    yield* sql`delete from event_stream where id = ${id}::uuid`
  })

const validCredentials = (sql: SqlClient.SqlClient): EventStreams["Service"]["valid"] =>
  operation("EventStreams.valid", function* (hashes) {
    if (hashes.length === 0) return new Map<string, Role>()
    const rows = yield* sql<MemberRow & { readonly hash: string }>`
      with wanted as (select decode(h, 'hex') as hash from unnest(${hashes}::text[]) h)
      select encode(w.hash, 'hex') as hash, ms.role, ms.member_role
      from wanted w join user_session s on s.token_hash = w.hash
      join membership ms on ms.id = s.membership_id and ms.user_id = s.user_id and ms.removed_at is null
      join account a on a.id = ms.account_id
      left join second_factor f on f.user_id = s.user_id
      where s.expires_at > mon_now() and s.seen_at > mon_now() - make_interval(secs => ${sessionSeconds.idle}::int)
        and case when f.user_id is null then not a.second_factor_required else s.with_code end
        and not ${sql.literal(isStopped("a"))}
      union all
      select encode(w.hash, 'hex'), ms.role, ms.member_role from wanted w join api_key k on ${sql.literal(hasHash("k", "w.hash"))}
        and ${sql.literal(isLive("k"))}
      join membership ms on ms.id = k.membership_id and ms.removed_at is null
      join account a on a.id = ms.account_id and not ${sql.literal(isStopped("a"))}`
    return new Map(rows.map((row) => [row.hash, scopeRole(row)]))
  })

interface MonitorRow extends Omit<LiveMonitor, "state">, ListedStateRow {
  readonly deleted: boolean
}

const stateOf = (row: MonitorRow): LiveMonitor["state"] => (row.deleted ? "deleted" : listedState(row))

const liveMonitors = (sql: SqlClient.SqlClient): EventStreams["Service"]["monitors"] =>
  operation("EventStreams.monitors", function* (keys) {
    if (keys.length === 0) return new Map<string, LiveMonitor>()
    const rows = yield* sql<MonitorRow>`
      select m.id::text as key, m.public_id as id, m.kind, s.state, s.is_degraded, m.paused_at is not null as paused,
        m.deleted_at is not null as deleted, s.last_error_code as reason,
        floor(extract(epoch from coalesce(m.paused_at, s.status_changed_at)))::float8 as since
      from monitor m join monitor_schedule s on s.monitor_id = m.id where m.id = any(${keys}::bigint[])`
    return new Map(
      rows.map((row) => [
        row.key,
        { key: row.key, id: row.id, state: stateOf(row), since: row.since, reason: row.reason }
      ])
    )
  })

const sharedDomains = (sql: SqlClient.SqlClient): EventStreams["Service"]["shared"] =>
  operation("EventStreams.shared", function* (membershipKeys, monitorKeys) {
    if (membershipKeys.length === 0 || monitorKeys.length === 0) return new Set<string>()
    const rows = yield* sql<{ pair: string }>`
      select ma.membership_id || ':' || ma.monitor_id as pair from monitor_access ma
      where ma.membership_id = any(${membershipKeys}::bigint[]) and ma.monitor_id = any(${monitorKeys}::bigint[])`
    return new Set(rows.map(({ pair }) => pair))
  })

/** {@link EventStreams} over PostgreSQL. */
export const layerEventStreams: Layer.Layer<EventStreams, never, SqlClient.SqlClient> = Layer.effect(
  EventStreams,
  Effect.map(SqlClient.SqlClient, (sql) =>
    EventStreams.of({
      open: openStream(sql),
      renew: renewStreams(sql),
      close: closeStream(sql),
      valid: validCredentials(sql),
      monitors: liveMonitors(sql),
      shared: sharedDomains(sql)
    })
  )
)
