import type { MonitorState, Role } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation, type Returns } from "../sql/operation.ts"
import { type AccessScope, type MemberRow, scopeRole } from "../access/AccessScope.ts"
import { isStopped } from "../access/stoppedAccount.sql.ts"
import { hasHash } from "../access/keyHash.sql.ts"
import { isLive } from "./ApiKeys.ts"
import { listedState, type ListedStateRow } from "../monitors/statements/stoppedColumns.ts"
import { sessionSeconds } from "./Sessions.ts"

/** The time without renewal, in seconds, after which a stream counts as ended because its process has crashed. */
export const eventStreamSeconds = 60

/** The state of a monitor, as an event stream reports it. */
export interface LiveMonitor {
  /** The internal key of the monitor (bigint as text). */
  readonly key: string
  readonly id: string
  readonly state: MonitorState | "deleted"
  /** The start of the state in Unix seconds. Null if the start is not known. */
  readonly since: number | null
  /** The code of the last failed check. Null if the last check passed. */
  readonly reason: string | null
}

const openStream = (sql: SqlClient.SqlClient) =>
  operation("EventStreams.open", function* (scope: AccessScope, id: string, limit: number) {
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        // The lock serializes the concurrent requests of a person, so that each request counts all earlier streams.
        yield* sql`select 1 from app_user where id = ${scope.userKey}::bigint for no key update`
        yield* sql`delete from event_stream where user_id = ${scope.userKey}::bigint and expires_at <= mon_now()`
        const rows = yield* sql`
          insert into event_stream (id, user_id, expires_at)
          select ${id}::uuid, ${scope.userKey}::bigint, mon_now() + make_interval(secs => ${eventStreamSeconds}::int)
          where (select count(*) from event_stream where user_id = ${scope.userKey}::bigint) < ${limit}::int
          returning 1`
        return rows.length > 0
      })
    )
  })

const validCredentials = (sql: SqlClient.SqlClient) =>
  operation("EventStreams.valid", function* (hashes: ReadonlyArray<string>): Returns<ReadonlyMap<string, Role>> {
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

const liveMonitors = (sql: SqlClient.SqlClient) =>
  operation("EventStreams.monitors", function* (keys: ReadonlyArray<string>): Returns<
    ReadonlyMap<string, LiveMonitor>
  > {
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

/**
 * The event streams of a process, and the data that the streams send. The limit of streams per person applies to all
 * processes together.
 */
export class EventStreams extends Context.Service<EventStreams>()("@mon/core-store/EventStreams", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /** Registers a stream of the caller. False if the caller already has the maximum number of streams. */
    open: openStream(sql),
    renew: operation("EventStreams.renew", function* (ids: ReadonlyArray<string>) {
      if (ids.length === 0) return
      yield* sql`
      update event_stream set expires_at = mon_now() + make_interval(secs => ${eventStreamSeconds}::int)
      where id = any(${ids}::uuid[])`
    }),
    close: operation("EventStreams.close", function* (id: string) {
      yield* sql`delete from event_stream where id = ${id}::uuid`
    }),
    /**
     * Returns the valid sessions and API keys among the given ones, with the roles of their scopes. Sessions and keys
     * are identified by the SHA-256 of the token in hex.
     */
    valid: validCredentials(sql),
    /** Returns monitors by their internal keys, including deleted monitors. */
    monitors: liveMonitors(sql),
    /** Returns pairs of a membership and a domain that the membership may see, in the form `membership:monitor`. */
    shared: operation(
      "EventStreams.shared",
      function* (
        membershipKeys: ReadonlyArray<string>,
        monitorKeys: ReadonlyArray<string>
      ): Returns<ReadonlySet<string>> {
        if (membershipKeys.length === 0 || monitorKeys.length === 0) return new Set<string>()
        const rows = yield* sql<{ pair: string }>`
      select ma.membership_id || ':' || ma.monitor_id as pair from monitor_access ma
      where ma.membership_id = any(${membershipKeys}::bigint[]) and ma.monitor_id = any(${monitorKeys}::bigint[])`
        return new Set(rows.map(({ pair }) => pair))
      }
    )
  }))
}) {
  static readonly layer = Layer.effect(EventStreams, EventStreams.make)
}
