import {
  type DnsChange,
  DnsObserved,
  DnsTypeChange,
  dnsWatchLimits,
  type DnsWatchRecord,
  isPublicId,
  PlanName,
  Plans,
  type PlanTable,
  uuidv7
} from "@mon/model"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { isListOf, isObjectOf, isText } from "../sql/JsonGuard.ts"
import { operation, type Returns } from "../sql/operation.ts"
import { randomBytes } from "../sql/Randomness.ts"
import { growingLease } from "../sql/growingLease.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import type { DnsRepairFindings } from "./dnsRepairLife.ts"
import { followDnsRepair, toTrackedRepair, type TrackedDnsRepair, trackedDnsRepair } from "./DnsRepairs.ts"
import { factMonitorSql, insertFacts } from "./writeFacts.ts"
import { olderDnsWatches, planInForce } from "./statements/stoppedColumns.ts"
import { visibleDomains } from "./statements/visibleMonitors.ts"

/** The watched DNS records of a domain, in the form in which `dnsWatch` of `domainFields` stores them. */
export interface StoredDnsWatch {
  readonly types: ReadonlyArray<string>
  readonly addresses?: ReadonlyArray<string>
}

/** A domain whose DNS records are due for an observation. Times are milliseconds since the epoch. */
export interface DnsWatchClaim {
  /** The internal key of the monitor (bigint as text). */
  readonly monitorKey: string
  readonly accountKey: string
  readonly leaseToken: string
  readonly hostname: string
  readonly watch: StoredDnsWatch
  /** The state of the DNS watch engine at the last observation. Null before the first observation. */
  readonly state: unknown
  /** The repair of changed records that are not known to be restored. Null if there is no such repair. */
  readonly repair: TrackedDnsRepair | null
  /** The plan that is in force for the account. */
  readonly plan: PlanName
  /** The interval of the domain's own checks, in milliseconds. */
  readonly intervalMs: number
  readonly claimedAt: number
}

/** The result of an observation of DNS records. */
export interface DnsWatchResult {
  /** The time of the observation, in milliseconds since the epoch. */
  readonly observedAt: number
  /** The new state of the DNS watch engine, as JSON. */
  readonly state: object
  readonly shown: DnsObserved
  /** The confirmed changes. Empty if there are none. */
  readonly changes: ReadonlyArray<DnsTypeChange>
  /** The facts for the diagnosis of the changes: `DiagnosisFacts` of @mon/diagnosis. Default: no facts. */
  readonly diagnosisFacts?: object
  /** The findings of the observation about the repair of changed records. Default: no findings. */
  readonly repair?: DnsRepairFindings
  /** The time until the next observation is due, in milliseconds. */
  readonly nextInMs: number
}

/** The time after which a claimed domain that cannot be observed now is due again. */
const RETRY = "interval '15 minutes'"

interface ClaimRow {
  readonly monitor_key: string
  readonly account_key: string
  readonly lease_token: string
  readonly hostname: string
  readonly dns_watch: unknown
  readonly state: unknown
  readonly repair: Parameters<typeof toTrackedRepair>[0]
  readonly plan: PlanName
  readonly interval_ms: string
  readonly claimed_at: Date
}

const isWatch = isObjectOf<StoredDnsWatch>({
  types: isListOf(isText),
  addresses: (value) => value === undefined || isListOf(isText)(value)
})

/**
 * SQL for whether the plan of the account allows a DNS watch for the monitor `m`. The oldest monitors have priority.
 */
const isWithinPlan = (plan: string, limits: string): string =>
  `${olderDnsWatches} < coalesce((${limits} ->> ${plan})::int, 0)`

const watchLimits = (plans: PlanTable): string =>
  JSON.stringify(Object.fromEntries(PlanName.literals.map((plan) => [plan, plans[plan].dnsWatches])))

const claimStatement = `
  with due as materialized (
    select w.monitor_id, m.account_id, m.hostname, m.dns_watch, ${planInForce} as plan, s.interval_ms,
      m.deleted_at is null and m.paused_at is null and m.dns_watch is not null
        and ${isWithinPlan(planInForce, "$4::text::jsonb")} as wanted,
      m.deleted_at is null as alive
    from dns_watch w
    join monitor m on m.id = w.monitor_id
    join monitor_schedule s on s.monitor_id = w.monitor_id
    join account a on a.id = m.account_id
    where greatest(w.next_at, w.lease_until) <= mon_now() and m.account_id <> all($3::bigint[])
    order by greatest(w.next_at, w.lease_until)
    limit $1
    for update of w skip locked
  ), claimed as (
    update dns_watch w set
      next_at = case when due.wanted then w.next_at when due.alive then mon_now() + ${RETRY} else 'infinity' end,
      lease_token = case when due.wanted then gen_random_uuid() end,
      lease_until = case when due.wanted then ${growingLease("w", "$2::int")} end
    from due where w.monitor_id = due.monitor_id
    returning w.monitor_id, w.lease_token, w.state, due.account_id, due.hostname, due.dns_watch, due.plan, due.interval_ms
  )
  select monitor_id::text as monitor_key, account_id::text as account_key, lease_token, hostname, dns_watch, state,
    ${trackedDnsRepair("claimed.monitor_id")} as repair, plan, interval_ms::text as interval_ms, mon_now() as claimed_at
  from claimed where lease_token is not null`

/** One statement claims the domains, so that two workers never get the same domain. Locked rows are skipped. */
const claimDnsWatches = (sql: SqlClient.SqlClient) =>
  operation(
    "DnsWatches.claim",
    function* (
      limit: number,
      leaseMs: number,
      exceptAccounts: ReadonlyArray<string> = []
    ): Returns<ReadonlyArray<DnsWatchClaim>> {
      const limits = watchLimits(yield* Plans)
      const rows = yield* sql.unsafe<ClaimRow>(claimStatement, [limit, leaseMs, exceptAccounts, limits])
      return rows.map((row) => ({
        monitorKey: row.monitor_key,
        accountKey: row.account_key,
        leaseToken: row.lease_token,
        hostname: row.hostname,
        watch: isWatch(row.dns_watch) ? row.dns_watch : { types: [] },
        state: row.state,
        repair: toTrackedRepair(row.repair),
        plan: row.plan,
        intervalMs: Number(row.interval_ms),
        claimedAt: row.claimed_at.getTime()
      }))
    }
  )

interface WatchRow {
  readonly id: string
  readonly is_watched: boolean
  readonly is_paused: boolean
  readonly is_within_plan: boolean
  readonly next_at: Date | null
  readonly checked_at: Date | null
  readonly shown: unknown
}

interface ChangeRow {
  readonly id: string
  readonly detected_at: Date
  readonly changes: unknown
}

const readShown = Schema.decodeUnknownOption(DnsObserved)
const readChanges = Schema.decodeUnknownOption(Schema.Array(DnsTypeChange))
const NOTHING: DnsObserved = { sets: [], findings: [] }

const statusOf = (row: WatchRow): DnsWatchRecord["status"] => {
  if (!row.is_watched) return "off"
  if (row.is_paused) return "paused"
  if (!row.is_within_plan) return "over_limit"
  return row.checked_at === null ? "waiting" : "watching"
}

const toChange = ({ changes, detected_at: detectedAt, id }: ChangeRow): ReadonlyArray<DnsChange> =>
  Option.match(readChanges(changes), {
    onNone: () => [],
    onSome: (read) => [{ id, detectedAt: detectedAt.toISOString(), changes: read }]
  })

const findDnsWatch = (sql: SqlClient.SqlClient) =>
  operation("DnsWatches.find", function* (scope: AccessScope, id: string): Returns<DnsWatchRecord | null> {
    if (!isPublicId(id)) return null
    const limits = watchLimits(yield* Plans)
    const [row] = yield* sql<WatchRow>`
      select m.id::text as id, m.dns_watch is not null as is_watched, m.paused_at is not null as is_paused,
        (with l as (select ${limits}::text::jsonb as limits)
          select ${sql.literal(isWithinPlan(`(${planInForce})`, "l.limits"))} from l) as is_within_plan,
        w.next_at, w.checked_at, w.shown
      from monitor m join account a on a.id = m.account_id left join dns_watch w on w.monitor_id = m.id
      where ${visibleDomains(sql, scope)} and m.public_id = ${id}::uuid`
    if (row === undefined) return null
    const changes = yield* sql<ChangeRow>`
      select public_id as id, detected_at, changes from dns_change
      where monitor_id = ${row.id}::bigint order by detected_at desc, id desc limit ${dnsWatchLimits.changesListed}`
    const status = statusOf(row)
    const isDue = status === "watching" || status === "waiting"
    return {
      status,
      checkedAt: row.checked_at?.toISOString() ?? null,
      nextCheckAt: isDue ? (row.next_at?.toISOString() ?? null) : null,
      ...Option.getOrElse(readShown(row.shown), () => NOTHING),
      changes: changes.flatMap(toChange)
    }
  })

/**
 * Stores an observation if the lease has not expired. Parameters: $1 monitor, $2 lease, $3 the milliseconds until the
 * next observation, $4 state, $5 the records to show, $6 the time of the observation, $7 the change with its id and its
 * lines, or null, $8 the facts about the cause of the change, or null.
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

/** Returns the lines of an alert, such as "MX example.com 10 mx.example.net". */
const linesOf = (changes: ReadonlyArray<DnsTypeChange>, side: "added" | "removed"): ReadonlyArray<string> =>
  changes.flatMap((change) => change[side].map((line) => `${change.type} ${change.name} ${line}`))

const recordDnsWatch = (sql: SqlClient.SqlClient) =>
  operation("DnsWatches.record", function* (claim: DnsWatchClaim, result: DnsWatchResult) {
    const { changes, diagnosisFacts, nextInMs, observedAt, repair, shown, state } = result
    const changeId = uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(10))
    const change =
      changes.length === 0
        ? {}
        : { changeId, changes, added: linesOf(changes, "added"), removed: linesOf(changes, "removed") }
    const record = Effect.map(
      sql.unsafe<{ accepted: number }>(recordStatement, [
        claim.monitorKey,
        claim.leaseToken,
        nextInMs,
        JSON.stringify(state),
        JSON.stringify(shown),
        new Date(observedAt).toISOString(),
        JSON.stringify(change),
        diagnosisFacts === undefined ? null : JSON.stringify(diagnosisFacts)
      ]),
      ([outcome]) => outcome?.accepted === 1
    )
    if (repair === undefined) return yield* record
    const follow = followDnsRepair(sql, claim.monitorKey, observedAt, repair)
    return yield* sql.withTransaction(Effect.tap(record, (isAccepted) => (isAccepted ? follow : Effect.void)))
  })

/** Observations of the DNS records of domains. */
export class DnsWatches extends Context.Service<DnsWatches>()("@mon/core-store/DnsWatches", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /**
     * Leases up to `limit` due domains for `leaseMs` each. Skips domains that are paused or belong to one of
     * `exceptAccounts`, and the newest domains that exceed the plan of their account.
     */
    claim: claimDnsWatches(sql),
    /** Releases unused leases. Their domains are immediately due again. */
    release: operation("DnsWatches.release", function* (claims: ReadonlyArray<DnsWatchClaim>) {
      if (claims.length === 0) return
      const rows = claims.map(({ leaseToken, monitorKey }) => ({ id: monitorKey, token: leaseToken }))
      yield* sql`
      update dns_watch w set lease_until = null, lease_token = null
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as c(id bigint, token uuid)
      where w.monitor_id = c.id and w.lease_token = c.token`
    }),
    /** Records an observation, its changes and their alert. False if the lease has ended. */
    record: recordDnsWatch(sql),
    /** Returns the stored DNS records of a domain that the caller can see. Null if there are none. */
    find: findDnsWatch(sql),
    /** Returns the number of watched domains in the account, not counting the domains with the given ids. */
    used: operation("DnsWatches.used", function* (scope: AccessScope, exceptIds: ReadonlyArray<string>) {
      const [row] = yield* sql<{ used: number }>`
      select count(*)::int as used from monitor m
      where m.account_id = ${scope.accountKey}::bigint and m.dns_watch is not null and m.deleted_at is null
        and m.public_id <> all(${exceptIds.filter(isPublicId)}::uuid[])`
      return row?.used ?? 0
    })
  }))
}) {
  static readonly layer = Layer.effect(DnsWatches, DnsWatches.make)
}
