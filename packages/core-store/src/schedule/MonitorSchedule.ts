import {
  isPublicId,
  type KindWithIncidents,
  type MonitorKind,
  monitorKindNames,
  monitorKinds,
  Plans,
  type WatchedState
} from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { AccessScope } from "../access/AccessScope.ts"
import { operation, type Returns, storeError, type StoreError } from "../sql/operation.ts"
import { ASKED_MS } from "../monitors/Locations.ts"
import { ALIVE_MS } from "../monitors/statements/liveWorkers.sql.ts"
import { isOfKind, kindsWithIncidents, kindWithIncidents, stateOf } from "../monitors/statements/MonitorCodes.ts"
import {
  checkOptionColumns,
  type CheckOptionRow,
  type CheckOptions,
  firstDue,
  readCheckOptions
} from "../monitors/statements/storedOptions.ts"
import { notOfAccounts } from "../monitors/statements/stopWithAccount.ts"
import {
  countLostLease,
  ENDED_TO_QUARANTINE,
  longestWaitMs,
  readSuspicion,
  type Suspicion,
  suspicionColumns,
  type SuspicionRow
} from "../monitors/statements/suspicion.sql.ts"
import { visibleMonitors } from "../monitors/statements/visibleMonitors.ts"
import { recordCheckResults, sampleUp } from "./recordCheckResults.ts"

/** A due monitor, leased to the caller. Times are milliseconds since the epoch. */
export interface Claim extends CheckOptions, Suspicion {
  /** The internal key of the monitor (bigint as text). */
  readonly monitorKey: string
  readonly accountKey: string
  readonly leaseToken: string
  readonly kind: KindWithIncidents
  readonly url: string
  readonly hostname: string
  readonly timeoutMs: number
  readonly state: WatchedState
  readonly dueAt: number
  /**
   * The time of the claim, by the database's clock. Checks derive their times from the time of the claim, so that the
   * clocks of workers need not agree.
   */
  readonly claimedAt: number
  readonly leaseUntil: number
}

/** The options of a claim. */
export interface ClaimOptions {
  /** The time, in milliseconds, by which a monitor may be claimed before it is due. Default: 0. */
  readonly aheadMs?: number
  /**
   * The location of the worker. Default: no location. A worker without a location gets no check that was requested from
   * a particular location.
   */
  readonly location?: string
  /** The internal keys of accounts whose monitors are not claimed. Default: no accounts. */
  readonly exceptAccounts?: ReadonlyArray<string>
}

interface Row extends CheckOptionRow, SuspicionRow {
  readonly monitor_key: string
  readonly account_key: string
  readonly lease_token: string
  readonly kind: number
  readonly url: string
  readonly timeout_ms: number
  readonly state: number
  readonly due_at: Date
  readonly claimed_at: Date
  readonly lease_until: Date
}

/**
 * SQL for whether the repair of an incident or of a certificate waits for a check from the location `next_location`.
 */
const isAskedByRepair = (sql: SqlClient.SqlClient) =>
  sql`(exists (select from incident_repair r where r.monitor_id = monitor_schedule.monitor_id and r.ended_at is null
              and next_location = any (r.asked))
            or exists (select from repair r where r.monitor_id = monitor_schedule.monitor_id and r.state = 'applied'
              and r.ended_at is null and next_location = any (r.asked)))`

/**
 * One statement claims the monitors of a kind, so that two workers never get the same monitor. Locked rows are skipped.
 * The index is on the due time or the end of the lease, whichever is later. The scan therefore also finds leases that
 * end within `aheadMs`, which the condition filters out.
 */
export const claimDueStatement = (
  sql: SqlClient.SqlClient,
  limit: number,
  leaseMarginMs: number,
  { aheadMs = 0, exceptAccounts = [], kind = "domain", location }: ClaimOptions & { readonly kind?: KindWithIncidents }
) => {
  const due = sql`
        select monitor_id from monitor_schedule
        where next_at is not null and greatest(next_at, lease_until) <= mon_now() + ${aheadMs}::int * interval '1 millisecond'
          and (lease_until is null or lease_until <= mon_now()) and ${sql.literal(isOfKind("monitor_schedule", kind))}
          and (next_location is null or next_location = ${location ?? null}
            or (streak_started_at is null and not ${isAskedByRepair(sql)})
            or next_at < mon_now() - ${ASKED_MS}::int * interval '1 millisecond'
            or not exists (select 1 from worker_location w where w.location = next_location
              and w.seen_at > mon_now() - ${ALIVE_MS}::int * interval '1 millisecond'))
          ${notOfAccounts(sql, "monitor_schedule.monitor_id", exceptAccounts)}
        order by greatest(next_at, lease_until)`
  return sql<Row>`
      with due as materialized (${firstDue(sql, limit, due)})
      update monitor_schedule s set
        ${sql.literal(countLostLease)},
        lease_token = gen_random_uuid(),
        lease_until = greatest(s.next_at, mon_now()) + (s.timeout_ms + ${leaseMarginMs}::int) * interval '1 millisecond'
      from due join monitor m on m.id = due.monitor_id
      where s.monitor_id = due.monitor_id
      returning s.monitor_id::text as monitor_key, m.account_id::text as account_key, s.lease_token, s.kind, m.url,
        s.timeout_ms, s.state, s.next_at as due_at, mon_now() as claimed_at, s.lease_until,
        ${sql.literal(suspicionColumns)}, ${sql.literal(checkOptionColumns)}`
}

/**
 * The kinds of monitors in the order of claims. Kinds without an address come first, because their checks take
 * milliseconds.
 */
const claimedFirst = kindsWithIncidents.toSorted(
  (one, other) => Number(monitorKinds[one].address !== null) - Number(monitorKinds[other].address !== null)
)

const claimDue = (sql: SqlClient.SqlClient) =>
  operation(
    "MonitorSchedule.claim",
    function* (limit: number, leaseMarginMs: number, options: ClaimOptions = {}): Returns<ReadonlyArray<Claim>> {
      const rows: Array<Row> = []
      for (const kind of claimedFirst)
        if (rows.length < limit)
          rows.push(...(yield* claimDueStatement(sql, limit - rows.length, leaseMarginMs, { ...options, kind })))
      const plans = yield* Plans
      return rows.map((row) => ({
        monitorKey: row.monitor_key,
        accountKey: row.account_key,
        leaseToken: row.lease_token,
        kind: kindWithIncidents(row.kind),
        url: row.url,
        hostname: row.hostname,
        timeoutMs: row.timeout_ms,
        state: stateOf(kindWithIncidents(row.kind), row.state),
        dueAt: row.due_at.getTime(),
        claimedAt: row.claimed_at.getTime(),
        leaseUntil: row.lease_until.getTime(),
        ...readSuspicion(row),
        ...readCheckOptions(row, plans)
      }))
    }
  )

/**
 * SQL for the oldest due time of a kind of monitor. The condition names the kind, so that the first entry of the index
 * is the result.
 */
const oldestOf = (kind: MonitorKind): string =>
  `(select min(greatest(s.next_at, s.lease_until)) from monitor_schedule s
      where s.next_at is not null and ${isOfKind("s", kind)})`

const oldestDueMs = (sql: SqlClient.SqlClient) => (): Effect.Effect<number, StoreError> =>
  sql<{ ms: number }>`
    select coalesce(greatest(extract(epoch from mon_now() - least(
      ${sql.literal(monitorKindNames.map(oldestOf).join(", "))})) * 1000, 0), 0)::double precision as ms`.pipe(
    Effect.map(([row]) => row?.ms ?? 0),
    Effect.mapError(storeError("MonitorSchedule.oldestDueMs"))
  )

/**
 * The longest time, in milliseconds, by which a lease may exceed the timeout of its check: the largest margin that can
 * be set, and the time by which claims are made ahead.
 */
const LONGEST_MARGIN_MS = 900_000

/** The answer to a request for a check of a monitor. `checkedAt` is in milliseconds since the epoch. */
export type RequestedCheck =
  | { readonly _tag: "Paused" }
  /** A worker makes the check soon. `checkedAt` is the time of the last check, or null if there was none. */
  | { readonly _tag: "Requested"; readonly checkedAt: number | null }

/**
 * A change of state is confirmed by several checks, some time apart. While one is being confirmed, the request
 * therefore waits for the next regular check.
 */
const requestCheck = (sql: SqlClient.SqlClient) =>
  operation(
    "MonitorSchedule.request",
    function* (scope: AccessScope, kind: KindWithIncidents, id: string): Returns<RequestedCheck | null> {
      if (!isPublicId(id)) return null
      const [row] = yield* sql<{ readonly is_paused: boolean; readonly last_checked_at: Date | null }>`
        update monitor_schedule s set next_at = case
          when s.streak_started_at is null and coalesce(s.lease_until <= mon_now(), true) then least(s.next_at, mon_now())
          else s.next_at end
        from monitor m
        where s.monitor_id = m.id and m.public_id = ${id}::uuid and ${visibleMonitors(sql, scope, kind)}
        returning m.paused_at is not null as is_paused, s.last_checked_at`
      if (row === undefined) return null
      if (row.is_paused) return { _tag: "Paused" }
      return { _tag: "Requested", checkedAt: row.last_checked_at?.getTime() ?? null }
    }
  )

const databaseNow = (sql: SqlClient.SqlClient) => (): Effect.Effect<number, StoreError> =>
  sql<{ now: Date }>`select mon_now() as now`.pipe(
    Effect.map(([row]) => row?.now.getTime() ?? 0),
    Effect.mapError(storeError("MonitorSchedule.now"))
  )

/**
 * Repairs due times and leases that are too far ahead. A correct due time is at most one interval ahead, or further for
 * a quarantined monitor. The repaired due time is one of the monitor's regular times (its phase plus a multiple of its
 * interval), so that the checks of all monitors stay evenly distributed. Skips locked rows, because a result is being
 * recorded for their monitors, which sets a correct due time.
 */
const repairDueTimes = (sql: SqlClient.SqlClient) =>
  operation("MonitorSchedule.repairDueTimes", function* () {
    const rows = yield* sql`
      with too_late as materialized (
        select monitor_id from monitor_schedule
        where next_at is not null and (
          next_at > mon_now() + ${sql.literal(longestWaitMs("monitor_schedule"))} * interval '1 millisecond'
          or lease_until > mon_now() + (timeout_ms + ${LONGEST_MARGIN_MS}::int) * interval '1 millisecond')
        for update skip locked
      )
      update monitor_schedule s set
        next_at = least(s.next_at, next_on_grid(s.interval_ms, s.phase, mon_now())), lease_until = null, lease_token = null
      from too_late where s.monitor_id = too_late.monitor_id
      returning 1`
    return rows.length
  })

/**
 * The schedule of monitors whose failures are incidents. Checks are claimed with a lease, and a result counts only if
 * its lease has not expired.
 */
export class MonitorSchedule extends Context.Service<MonitorSchedule>()("@mon/core-store/MonitorSchedule", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /**
     * Leases up to `limit` monitors that are due now or soon. The most overdue monitors of each kind come first. Skips
     * monitors that are leased, and monitors whose check was requested from another live location. A lease ends
     * `leaseMarginMs` after the timeout of a check that begins when it is due.
     */
    claim: claimDue(sql),
    /** Returns the lease tokens of claims that were withdrawn, because the monitor was paused, deleted or changed. */
    withdrawn: operation("MonitorSchedule.withdrawn", function* (claims: ReadonlyArray<Claim>): Returns<
      ReadonlySet<string>
    > {
      if (claims.length === 0) return new Set<string>()
      const leases = claims.map((claim) => ({ id: claim.monitorKey, token: claim.leaseToken }))
      const rows = yield* sql<{ token: string }>`
      select c.token from jsonb_to_recordset(${JSON.stringify(leases)}::text::jsonb) as c(id bigint, token uuid)
      left join monitor_schedule s on s.monitor_id = c.id and s.lease_token = c.token where s.monitor_id is null`
      return new Set(rows.map(({ token }) => token))
    }),
    /**
     * Records results in one statement, which verifies the leases, computes the new states, and writes history,
     * incidents, certificates, roll-ups and notifications.
     */
    record: recordCheckResults(sql),
    /**
     * Makes a monitor of the caller due immediately, so that a worker checks it. Null if there is no such monitor.
     */
    request: requestCheck(sql),
    /**
     * Returns whether a monitor was checked after a time (milliseconds since the epoch), or, if the time is null,
     * whether it was ever checked.
     */
    isCheckedSince: operation("MonitorSchedule.isCheckedSince", function* (id: string, checkedAt: number | null) {
      const rows = yield* sql`
      select 1 from monitor m join monitor_schedule s on s.monitor_id = m.id
      where m.public_id = ${id}::uuid
        and s.last_checked_at > coalesce(${checkedAt === null ? null : new Date(checkedAt)}::timestamptz + interval '1 millisecond', '-infinity')`
      return rows.length > 0
    }),
    /** Releases unused leases, so that another worker can make the checks immediately. */
    release: operation("MonitorSchedule.release", function* (claims: ReadonlyArray<Claim>) {
      if (claims.length === 0) return
      const rows = claims.map((claim) => ({ id: claim.monitorKey, token: claim.leaseToken }))
      yield* sql`
      update monitor_schedule s set lease_until = null, lease_token = null
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as c(id bigint, token uuid)
      where s.monitor_id = c.id and s.lease_token = c.token`
    }),
    /** Releases unused leases. Their monitors are due again after `delayMs`. */
    postpone: operation("MonitorSchedule.postpone", function* (claims: ReadonlyArray<Claim>, delayMs: number) {
      if (claims.length === 0) return
      const rows = claims.map((claim) => ({ id: claim.monitorKey, token: claim.leaseToken }))
      yield* sql`
      update monitor_schedule s set lease_until = null, lease_token = null, next_at = mon_now() + ${delayMs}::int * interval '1 millisecond'
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as c(id bigint, token uuid)
      where s.monitor_id = c.id and s.lease_token = c.token`
    }),
    /** Returns the current time of the database, in milliseconds since the epoch. */
    now: databaseNow(sql),
    /**
     * Repairs due times and leases that are impossibly far in the future, for example because the clock was set back.
     * Returns the number of repaired monitors.
     */
    repairDueTimes: repairDueTimes(sql),
    /** Returns the number of quarantined monitors, whose checks end the process that makes them. */
    quarantined: operation("MonitorSchedule.quarantined", function* () {
      const [row] = yield* sql<{ n: number }>`
        select count(*)::int as n from monitor_schedule
        where ended_processes >= ${sql.literal(String(ENDED_TO_QUARANTINE))} and next_at is not null`
      return row?.n ?? 0
    }),
    /** Makes quarantined monitors due, because a different version of the program may be able to check them. */
    retryQuarantined: operation("MonitorSchedule.retryQuarantined", () =>
      Effect.asVoid(sql`
        update monitor_schedule set next_at = mon_now()
        where ended_processes > 0 and next_at > mon_now() and lease_token is null`)
    ),
    /** Returns the URLs of up to `limit` random monitors that are up, each on a different host, from all accounts. */
    sampleUp: sampleUp(sql),
    /** Returns the time, in milliseconds, for which the most overdue monitor has been due. 0 if no monitor is due. */
    oldestDueMs: oldestDueMs(sql),
    /** Creates the history partitions of the coming days. Returns the number of created partitions. */
    ensurePartitions: operation("MonitorSchedule.ensurePartitions", function* (daysAhead: number) {
      const [row] = yield* sql<{ made: number }>`select ensure_history_partitions(${daysAhead}::int) as made`
      return row?.made ?? 0
    })
  }))
}) {
  static readonly layer = Layer.effect(MonitorSchedule, MonitorSchedule.make)
}
