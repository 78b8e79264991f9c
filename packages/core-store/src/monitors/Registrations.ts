import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { isFiniteNumber, isListOf, isNullOr, isObjectOf, isOneOf, isText } from "../sql/JsonGuard.ts"
import { growingLease } from "../sql/growingLease.ts"
import { operation, type Returns } from "../sql/operation.ts"
import { factMonitorSql, insertFacts } from "./writeFacts.ts"

/** The stored registration of a domain. */
export interface StoredRegistration {
  /** The time of expiry, ISO 8601 in UTC. Null if the registry publishes no date. */
  readonly expiresAt: string | null
  readonly registrar: string | null
  readonly statuses: ReadonlyArray<string>
  readonly conditions: ReadonlyArray<string>
  readonly source: "rdap" | "whois"
  /** The RDAP or WHOIS server that answered. */
  readonly server: string
  /** The time of the lookup, in milliseconds since the epoch, by the clock of the process that made the lookup. */
  readonly checkedAt: number
}

/** A registrable domain that is due for a lookup. Times are milliseconds since the epoch. */
export interface RegistrationClaim {
  readonly domain: string
  readonly leaseToken: string
  /** The result of the last successful lookup. Null if there is none, or if the domain was not registered. */
  readonly previous: StoredRegistration | null
  readonly claimedAt: number
}

/**
 * The result of a lookup. `Unsupported`: the registry offers no lookup, and the stored registration stays.
 * `Unavailable`: there was no answer. The lookup is repeated, but not before `retryAfterMs` if the server asked for
 * such a delay.
 */
export type RegistrationFound =
  | { readonly _tag: "Registered"; readonly registration: StoredRegistration }
  | { readonly _tag: "NotRegistered"; readonly source: "rdap" | "whois"; readonly server: string }
  | { readonly _tag: "Unsupported" }
  | { readonly _tag: "Unavailable"; readonly retryAfterMs: number | null }

/** The numbers of days before the expiry of a registration at which alerts are sent. */
const THRESHOLD_DAYS = [60, 30, 14, 7, 3, 1]

/**
 * The largest difference between two expiry times that is not a renewal. RDAP and WHOIS may give different times on the
 * same day.
 */
const SAME_DATE = "interval '1 day'"

/**
 * SQL that copies stored registrations to the monitors of their domains, if `condition` over `w` is true, and announces
 * the thresholds that are reached.
 */
const copyStatement = (condition: string) => `
with watched as materialized (
  select m.id, m.account_id, m.public_id, m.name, m.url, m.paused_at is null as can_be_announced, r.domain, r.registration, r.checked_at,
    r.registration ->> 'expiresAt' as expires_text, (r.registration ->> 'expiresAt')::timestamptz as expires_at,
    w.announced_expiry, w.announced_days
  from monitor_registration w
  join registration r on r.domain = w.domain and r.registration is not null
  join monitor m on m.id = w.monitor_id and m.deleted_at is null
  where ${condition}
  order by w.monitor_id
  for update of w
),
reached as materialized (
  select *, (abs(extract(epoch from expires_at - announced_expiry)) < extract(epoch from ${SAME_DATE})) is true as is_same,
    (select min(t) from unnest('{${THRESHOLD_DAYS.join(",")}}'::int[]) t where expires_at - mon_now() <= t * interval '1 day') as threshold
  from watched
),
due as materialized (
  select *, can_be_announced and threshold < case when is_same then coalesce(announced_days, 32767) else 32767 end as is_due from reached
),
new_facts as (
  select mon_uuidv7() as public_id, d.account_id, 'domain_expiring' as kind, d.id as monitor_id, null::bigint as incident_id,
    jsonb_build_object('monitor', ${factMonitorSql("d")}, 'registeredName', d.domain, 'expiresAt', mon_iso(d.expires_at),
      'daysRemaining', floor(extract(epoch from d.expires_at - mon_now()) / 86400)::int,
      'registrar', d.registration ->> 'registrar', 'thresholdDays', d.threshold) as data
  from due d where d.is_due
),
notified as (
  ${insertFacts("new_facts", ["domain_expiring"])}
),
announced as (
  update monitor_registration w set announced_expiry = d.expires_at,
    announced_days = case when d.is_same then least(d.announced_days, d.threshold) else d.threshold end
  from due d
  where w.monitor_id = d.id and d.can_be_announced and d.expires_at is not null
    and (d.is_same is false or d.threshold < coalesce(d.announced_days, 32767))
)
insert into monitor_facts (monitor_id, domain_expiry)
select d.id, jsonb_build_object('expiresAt', d.expires_text, 'registrar', d.registration ->> 'registrar',
  'source', d.registration ->> 'source', 'statuses', d.registration -> 'statuses', 'checkedAt', mon_iso(d.checked_at))
from due d
on conflict (monitor_id) do update set domain_expiry = excluded.domain_expiry
where monitor_facts.domain_expiry is distinct from excluded.domain_expiry`

const ofDomain = copyStatement("w.domain = $1")
const ofMonitors = copyStatement("w.monitor_id in (select jsonb_array_elements_text($1::text::jsonb)::bigint)")

const copyToMonitorsOfDomain = (sql: SqlClient.SqlClient, domain: string) =>
  Effect.asVoid(sql.unsafe(ofDomain, [domain]))

const copyToMonitors = (sql: SqlClient.SqlClient, monitorKeys: ReadonlyArray<string>) =>
  Effect.asVoid(sql.unsafe(ofMonitors, [JSON.stringify(monitorKeys)]))

/**
 * Assigns monitors to registrable domains. Two workers may assign the same monitors, with the same result. A domain
 * that had no monitors before is due immediately.
 */
const assignRegistrations = (sql: SqlClient.SqlClient) =>
  operation(
    "Registrations.assign",
    function* (monitors: ReadonlyArray<{ readonly monitorKey: string; readonly domain: string | null }>) {
      if (monitors.length === 0) return
      const rows = JSON.stringify(monitors.map(({ domain, monitorKey }) => ({ id: monitorKey, domain: domain ?? "" })))
      yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`
        with given as (
          select * from jsonb_to_recordset(${rows}::text::jsonb) as g(id bigint, domain text)
        ), known as (
          insert into registration (domain, next_at)
          select distinct domain, mon_now() from given where domain <> '' order by domain
          on conflict (domain) do update set next_at = mon_now() where registration.next_at is null
        )
        update monitor_registration w set domain = g.domain from given g where w.monitor_id = g.id and w.domain is null`
          yield* copyToMonitors(
            sql,
            monitors.map(({ monitorKey }) => monitorKey)
          )
        })
      )
    }
  )

interface Row {
  readonly domain: string
  readonly lease_token: string
  readonly previous: unknown
  readonly claimed_at: Date
}

const isRegistration = isObjectOf<StoredRegistration>({
  expiresAt: isNullOr(isText),
  registrar: isNullOr(isText),
  statuses: isListOf(isText),
  conditions: isListOf(isText),
  source: isOneOf("rdap", "whois"),
  server: isText,
  checkedAt: isFiniteNumber
})

/**
 * One statement claims the domains, so that two workers never get the same domain. A domain without monitors is removed
 * from the schedule.
 */
const claimRegistrations = (sql: SqlClient.SqlClient) =>
  operation("Registrations.claim", function* (limit: number, leaseMs: number): Returns<
    ReadonlyArray<RegistrationClaim>
  > {
    const rows = yield* sql<Row>`
      with due as materialized (
        select domain from registration
        where next_at is not null and greatest(next_at, lease_until) <= mon_now()
        order by greatest(next_at, lease_until)
        limit ${limit}
        for update skip locked
      ), watched as materialized (
        select due.domain, exists (
            select 1 from monitor_registration w join monitor m on m.id = w.monitor_id
            where w.domain = due.domain and m.deleted_at is null) as is_watched
        from due
      ), claimed as (
        update registration r set
          next_at = case when w.is_watched then r.next_at end,
          lease_token = case when w.is_watched then gen_random_uuid() end,
          lease_until = case when w.is_watched then ${sql.literal(growingLease("r", String(Math.round(leaseMs))))} end
        from watched w where r.domain = w.domain
        returning r.domain, r.lease_token, case when r.outcome = 'Registered' then r.registration end as previous
      )
      select domain, lease_token, previous, mon_now() as claimed_at from claimed where lease_token is not null`
    return rows.map((row) => ({
      domain: row.domain,
      leaseToken: row.lease_token,
      previous: isRegistration(row.previous) ? row.previous : null,
      claimedAt: row.claimed_at.getTime()
    }))
  })

const HOUR_MS = 3_600_000
const INTERVAL_MS = 24 * HOUR_MS
/** The wait before a failed lookup is repeated. The wait doubles with each failure, up to the interval. */
const RETRY_MS = HOUR_MS
/** The maximum number of doublings. 2^5 hours are longer than the interval. */
const MAX_DOUBLINGS = 5

/**
 * Returns the registration to store for a domain that is not registered. The only status of such a registration is
 * "notRegistered".
 */
const noRegistration = (
  { server, source }: Extract<RegistrationFound, { _tag: "NotRegistered" }>,
  at: number
): StoredRegistration => ({
  expiresAt: null,
  registrar: null,
  statuses: ["notRegistered"],
  conditions: [],
  source,
  server,
  checkedAt: at
})

const toStore = (found: RegistrationFound, at: number): StoredRegistration | null => {
  switch (found._tag) {
    case "Registered":
      return found.registration
    case "NotRegistered":
      return noRegistration(found, at)
    case "Unsupported":
    case "Unavailable":
      return null
  }
}

const delayMs = (found: RegistrationFound, failures: number): number =>
  found._tag === "Unavailable"
    ? Math.min(Math.max(RETRY_MS * 2 ** Math.min(failures, MAX_DOUBLINGS), found.retryAfterMs ?? 0), INTERVAL_MS)
    : INTERVAL_MS

/** Locks the row of the domain. Without a new result, the stored registration stays and may still cause alerts. */
const recordRegistration = (sql: SqlClient.SqlClient) =>
  operation("Registrations.record", function* (claim: RegistrationClaim, at: number, found: RegistrationFound) {
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        const [row] = yield* sql<{ failures: number }>`
        select failures from registration where domain = ${claim.domain} and lease_token = ${claim.leaseToken}::uuid for update`
        if (row === undefined) return false
        const stored = toStore(found, at)
        const result =
          stored === null
            ? sql``
            : sql`outcome = ${found._tag}, registration = ${JSON.stringify(stored)}::text::jsonb,
        checked_at = ${new Date(at).toISOString()}::timestamptz,`
        yield* sql`
        update registration set ${result}
          failures = ${found._tag === "Unavailable" ? Math.min(row.failures + 1, MAX_DOUBLINGS) : 0}::smallint,
          next_at = mon_now() + ${delayMs(found, row.failures)}::int * interval '1 millisecond',
          lease_until = null, lease_token = null
        where domain = ${claim.domain}`
        yield* copyToMonitorsOfDomain(sql, claim.domain)
        return true
      })
    )
  })

/** The registrations of monitored domains. Each registrable domain has one registration, which all accounts share. */
export class Registrations extends Context.Service<Registrations>()("@mon/core-store/Registrations", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /** Lists monitors whose registrable domain is not determined yet. */
    unassigned: operation("Registrations.unassigned", function* (limit: number): Returns<
      ReadonlyArray<{ readonly monitorKey: string; readonly hostname: string }>
    > {
      return yield* sql<{ monitorKey: string; hostname: string }>`
      select w.monitor_id::text as "monitorKey", m.hostname
      from monitor_registration w join monitor m on m.id = w.monitor_id
      where w.domain is null order by w.monitor_id limit ${limit}`
    }),
    /**
     * Sets the registrable domain of monitors (null if there is none). The monitors immediately get the stored
     * registration of the domain and the alert that this registration causes.
     */
    assign: assignRegistrations(sql),
    /** Leases up to `limit` due domains for `leaseMs` each. No two callers get the same domain. */
    claim: claimRegistrations(sql),
    /** Releases unused leases. Their domains are immediately due again. */
    release: operation("Registrations.release", function* (claims: ReadonlyArray<RegistrationClaim>) {
      if (claims.length === 0) return
      const rows = claims.map(({ domain, leaseToken }) => ({ domain, token: leaseToken }))
      yield* sql`
      update registration r set lease_until = null, lease_token = null
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as c(domain text, token uuid)
      where r.domain = c.domain and r.lease_token = c.token`
    }),
    /**
     * Records a result for every monitor of the domain, with the alerts of the monitors. False if the lease has ended.
     */
    record: recordRegistration(sql)
  }))
}) {
  static readonly layer = Layer.effect(Registrations, Registrations.make)
}
