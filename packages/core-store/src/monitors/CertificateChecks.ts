import type { FactKind, SslFacts } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { growingLease } from "../sql/growingLease.ts"
import { operation, type Returns } from "../sql/operation.ts"
import { factMonitorSql, insertFacts } from "./writeFacts.ts"
import { certificateCodes } from "./statements/MonitorCodes.ts"

/** A monitor with an http URL whose certificate is due for a check. Times are milliseconds since the epoch. */
export interface CertificateClaim {
  /** The internal key of the monitor (bigint as text). */
  readonly monitorKey: string
  readonly accountKey: string
  readonly leaseToken: string
  readonly hostname: string
  readonly timeoutMs: number
  readonly location: string
  readonly claimedAt: number
}

/** The result of a check of port 443. `NoTls`: the host has no TLS. `Unknown`: the host could not be reached. */
export type SeenCertificate =
  | { readonly _tag: "Shown"; readonly ssl: StoredCertificate }
  | { readonly _tag: "NoTls" }
  | { readonly _tag: "Unknown" }

/** A stored certificate. The remaining days are computed when the certificate is read. */
export interface StoredCertificate extends Omit<SslFacts, "daysRemaining"> {
  /** The fingerprint in upper-case hex with colons. */
  readonly fingerprint256: string
  /** The other certificate of the chain, if one expires before the certificate of the host and `endsFirst` names it. */
  readonly ending?: EndingCertificate
}

/** Another certificate of the chain, which expires before the certificate of the host. */
interface EndingCertificate {
  readonly subject: string
  readonly issuer: string
  readonly validFrom: string
  readonly validTo: string
  readonly fingerprint256: string
}

/** The numbers of days before the expiry of a certificate at which alerts are sent. */
const THRESHOLD_DAYS = [1, 3, 7, 14, 30] as const

/**
 * The limits of alerts, as shares of a certificate's lifetime. `alerted`: no alert is sent while more of the lifetime
 * is left, because certificates are renewed when two thirds have passed (letsencrypt.org/docs/integration-guide, "When
 * to Renew"). `omitted`: thresholds that are longer than this share do not apply. Otherwise, certificates with a
 * lifetime of six days would reach a threshold before each renewal.
 */
const SHARE_LEFT = { alerted: 1 / 3, omitted: 0.4 } as const

const DAY_MS = 86_400_000

const thresholdOf = ({ validFrom, validTo }: Pick<EndingCertificate, "validFrom" | "validTo">, at: number) => {
  const end = Date.parse(validTo)
  // Certificate authorities count both the first and the last second, so 90 days appear to be one second shorter.
  const lifetimeDays = Math.round((end - Date.parse(validFrom)) / DAY_MS)
  const isReached = (days: number) =>
    days <= lifetimeDays * SHARE_LEFT.omitted && end - at <= Math.min(days, lifetimeDays * SHARE_LEFT.alerted) * DAY_MS
  return THRESHOLD_DAYS.find(isReached) ?? null
}

interface CertificateMarks {
  readonly ssl_valid: boolean | null
  readonly ssl_fingerprint: string | null
  /** The fingerprint and the problems of an invalid certificate. Null if the certificate is valid. */
  readonly ssl_problem: string | null
  /**
   * The lowest threshold that was reached. Null if no threshold was reached, or if the certificate has expired, because
   * expiry counts as a separate problem.
   */
  readonly ssl_threshold: number | null
}

const unknown: CertificateMarks = { ssl_valid: null, ssl_fingerprint: null, ssl_problem: null, ssl_threshold: null }

/** `at` is the time at which the certificate was received, in milliseconds since the epoch. */
export const certificateMarks = (ssl: StoredCertificate | null, at: number): CertificateMarks => {
  if (ssl === null) return unknown
  const ending = ssl.ending ?? ssl
  return {
    ssl_valid: ssl.valid,
    ssl_fingerprint: ssl.fingerprint256,
    ssl_problem: ssl.valid ? null : `${ssl.fingerprint256} ${ssl.problems.toSorted().join(",")}`,
    ssl_threshold: Date.parse(ending.validTo) < at ? null : thresholdOf(ending, at)
  }
}

const { bad, good, suspected } = certificateCodes

/** The definitions of the columns of `CertificateMarks`, for the column list of `jsonb_to_recordset`. */
export const certificateMarkColumns =
  "ssl jsonb, ssl_valid boolean, ssl_fingerprint text, ssl_problem text, ssl_threshold smallint"

/**
 * SQL for the stored state of a monitor's certificate, from `monitor_facts f`. All columns are null or 0 if no
 * certificate is stored.
 */
export const storedCertificate = `f.ssl as ssl_before, coalesce(f.ssl_state, ${good}) as ssl_state_before, f.ssl_bad_since as ssl_bad_since_before,
    f.ssl_announced_days as ssl_announced_days_before, f.ssl_problem as ssl_problem_before, f.ssl_problem_at as ssl_problem_at_before,
    f.ssl_repair as ssl_repair_before`

/**
 * SQL for whether a location reports a certificate under repair for the first time, or with a different validity than
 * before. `row` has the certificate, and `facts` has the repair.
 */
export const isNewSight = (row: string, facts: string): string =>
  `coalesce(${row}.ssl is not null and ${facts}.ssl_repair is not null
      and (${facts}.ssl_repair #>> array['seen', ${row}.location, 'valid'])::boolean is distinct from ${row}.ssl_valid, false)`

/**
 * SQL for whether a certificate that was good so far was bad in the current check. Such a certificate is checked again
 * soon, because one check is not enough.
 */
export const certificateSuspicion = `ssl_valid is false and ssl_state_before = ${good}`

/**
 * The time within which the same problem of a certificate is announced only once, even if the problem disappears and
 * returns.
 */
const REPEAT = "interval '24 hours'"

/**
 * SQL for the fingerprint of the certificate that expires first. If only the certificate of the host is renewed, the
 * expiry of the other certificate is not announced again.
 */
const ending = (ssl: string): string => `coalesce(${ssl} -> 'ending' ->> 'fingerprint256', ${ssl} ->> 'fingerprint256')`

const sameCertificate = `${ending("f.ssl")} is not distinct from ${ending("f.ssl_before")}`

/**
 * The CTE `certificate`, as SQL. It reads a relation whose rows have the marks, the stored certificate, `id`,
 * `account_id`, `public_id`, `name`, `url`, `location` and `at`. For each row, the CTE determines the state to store
 * and the facts to announce: a certificate that is bad in two checks in a row, and the lowest expiry threshold that is
 * reached. Each threshold is announced once per certificate.
 */
export const certificateStep = (relation: string): string => `
certificate as materialized (
  select f.*,
    case when f.ssl is null then f.ssl_state_before when f.ssl_valid then ${good} when f.ssl_state_before = ${good} then ${suspected} else ${bad} end as ssl_state_after,
    case when f.ssl is null then f.ssl_bad_since_before when not f.ssl_valid then coalesce(f.ssl_bad_since_before, f.at) end as ssl_bad_since_after,
    case when f.ssl is null then f.ssl_announced_days_before when ${sameCertificate} then least(f.ssl_announced_days_before, f.ssl_threshold)
      else f.ssl_threshold end as ssl_announced_days_after,
    f.ssl is not null and f.ssl_threshold < case when ${sameCertificate} then coalesce(f.ssl_announced_days_before, 32767) else 32767 end as expires_soon,
    case when f.turned_bad then f.ssl_problem
      when f.ssl_valid and f.ssl_fingerprint <> split_part(f.ssl_problem_before, ' ', 1) then null
      else f.ssl_problem_before end as ssl_problem_after,
    case when f.turned_bad then f.at else f.ssl_problem_at_before end as ssl_problem_at_after,
    case when f.ssl is null then f.ssl_repair_before
      when f.is_bad and (f.ssl_state_before <> ${bad} or f.ssl_repair_before is null) then jsonb_build_object('isNew', true,
        'since', mon_iso(coalesce(f.ssl_bad_since_before, f.at)), 'problems', f.ssl -> 'problems', 'seen', jsonb_build_object(f.location, f.sight))
      when f.is_new_sight then jsonb_set(f.ssl_repair_before, array['seen', f.location], f.sight)
      else f.ssl_repair_before end as ssl_repair_after
  from (
    select r.*, r.ssl_valid is false and r.ssl_state_before <> ${good} as is_bad,
      jsonb_build_object('valid', r.ssl_valid, 'at', mon_iso(r.at)) as sight,
      ${isNewSight("r", "b")} as is_new_sight, r.ssl_valid is false and r.ssl_state_before = ${suspected}
      and (r.ssl_problem is distinct from r.ssl_problem_before or r.at > r.ssl_problem_at_before + ${REPEAT}) as turned_bad
    from ${relation} r, lateral (select r.ssl_repair_before as ssl_repair) b
  ) f
)`

const certificateJson = (
  ssl: string
): string => `jsonb_build_object('subject', ${ssl} ->> 'subject', 'issuer', ${ssl} ->> 'issuer',
    'validTo', mon_iso((${ssl} ->> 'validTo')::timestamptz),
    'daysRemaining', floor(extract(epoch from (${ssl} ->> 'validTo')::timestamptz - c.at) / 86400)::int,
    'fingerprint256', ${ssl} ->> 'fingerprint256')`

export const certificateKinds: ReadonlyArray<FactKind> = ["certificate_expiring", "certificate_invalid"]

/** SQL for the facts that the CTE `certificate` announces, with the columns that `insertFacts` reads. */
export const certificateFacts = `
  select mon_uuidv7() as public_id, c.account_id, 'certificate_expiring' as kind, c.id as monitor_id, null::bigint as incident_id,
    jsonb_build_object('monitor', ${factMonitorSql("c")}, 'certificate', ${certificateJson("coalesce(c.ssl -> 'ending', c.ssl)")}, 'thresholdDays', c.ssl_threshold) as data
  from certificate c where c.expires_soon
  union all
  select mon_uuidv7(), c.account_id, 'certificate_invalid', c.id, null,
    jsonb_build_object('monitor', ${factMonitorSql("c")}, 'problems', c.ssl -> 'problems', 'certificate', ${certificateJson("c.ssl")},
      'detectedAt', mon_iso(c.ssl_bad_since_after))
  from certificate c where c.turned_bad`

export const certificateColumns =
  "ssl, ssl_state, ssl_bad_since, ssl_announced_days, ssl_problem, ssl_problem_at, ssl_repair"
export const certificateValues =
  "c.ssl, c.ssl_state_after, c.ssl_bad_since_after, c.ssl_announced_days_after, c.ssl_problem_after, c.ssl_problem_at_after, c.ssl_repair_after"

export const certificateUpdates = `ssl = coalesce(excluded.ssl, monitor_facts.ssl), ssl_state = excluded.ssl_state,
    ssl_bad_since = excluded.ssl_bad_since, ssl_announced_days = excluded.ssl_announced_days, ssl_problem = excluded.ssl_problem,
    ssl_problem_at = excluded.ssl_problem_at, ssl_repair = excluded.ssl_repair`

/** SQL for whether the stored state of the certificate changes, which happens rarely. */
export const certificateChanged = `(c.ssl is not null and (c.ssl is distinct from c.ssl_before
    or (c.ssl_state_after, c.ssl_bad_since_after, c.ssl_announced_days_after, c.ssl_problem_after, c.ssl_problem_at_after, c.ssl_repair_after)
      is distinct from (c.ssl_state_before, c.ssl_bad_since_before, c.ssl_announced_days_before, c.ssl_problem_before, c.ssl_problem_at_before, c.ssl_repair_before)))`

const CERTIFICATE_INTERVAL = "interval '6 hours'"

interface Row {
  readonly monitor_key: string
  readonly account_key: string
  readonly lease_token: string
  readonly hostname: string
  readonly timeout_ms: number
  readonly claimed_at: Date
}

/**
 * The time after the due time within which only the requested location may check. Afterwards, any location may check.
 */
const ASKED = "interval '1 minute'"

/** SQL for whether the monitor's checks end at an https URL. Such checks receive the certificate anyway. */
const endsAtHttps = (facts: string) => `coalesce(${facts}.redirect ->> 'finalUrl', '') like 'https://%'`

const claimStatement = `
  with due as materialized (
    select c.monitor_id, m.account_id, m.hostname, s.timeout_ms, m.deleted_at is null as alive,
      m.deleted_at is null and m.paused_at is null and not ${endsAtHttps("f")} as wanted
    from certificate_schedule c
    join monitor m on m.id = c.monitor_id
    join monitor_schedule s on s.monitor_id = c.monitor_id
    left join monitor_facts f on f.monitor_id = c.monitor_id
    where greatest(c.next_at, c.lease_until) <= mon_now() and m.account_id <> all($3::bigint[])
      and (c.next_location is null or c.next_location = $4 or c.next_at < mon_now() - ${ASKED})
    order by greatest(c.next_at, c.lease_until)
    limit $1
    for update of c skip locked
  ), claimed as (
    update certificate_schedule c set
      next_at = case when due.wanted then c.next_at when due.alive then mon_now() + ${CERTIFICATE_INTERVAL} else 'infinity' end,
      lease_token = case when due.wanted then gen_random_uuid() end,
      lease_until = case when due.wanted then ${growingLease("c", "$2::int")} end
    from due where c.monitor_id = due.monitor_id
    returning c.monitor_id, due.account_id, c.lease_token, due.hostname, due.timeout_ms
  )
  select monitor_id::text as monitor_key, account_id::text as account_key, lease_token, hostname, timeout_ms, mon_now() as claimed_at
  from claimed where lease_token is not null`

/** One statement claims the monitors, so that two workers never get the same monitor. Locked rows are skipped. */
const claimCertificates = (sql: SqlClient.SqlClient) =>
  operation(
    "CertificateChecks.claim",
    function* (
      limit: number,
      leaseMs: number,
      exceptAccounts: ReadonlyArray<string> = [],
      location: string = "default"
    ): Returns<ReadonlyArray<CertificateClaim>> {
      const rows = yield* sql.unsafe<Row>(claimStatement, [limit, leaseMs, exceptAccounts, location])
      return rows.map((row) => ({
        monitorKey: row.monitor_key,
        accountKey: row.account_key,
        leaseToken: row.lease_token,
        hostname: row.hostname,
        timeoutMs: row.timeout_ms,
        location,
        claimedAt: row.claimed_at.getTime()
      }))
    }
  )

/** The time until the next check of a host that could not be reached. */
const RETRY = "interval '1 hour'"

/**
 * Applies `certificateStep` if the lease has not expired. Parameters: $1 the result as JSON text, $2 the milliseconds
 * until a suspected problem is checked again.
 */
const recordStatement = `
with result as materialized (
  select * from jsonb_to_record($1::text::jsonb) as r(id bigint, token uuid, at timestamptz, seen text, location text, ${certificateMarkColumns})
),
fenced as (
  update certificate_schedule s set lease_until = null, lease_token = null, next_location = null, next_at = mon_now() + case
    when d.ssl is not null and d.${certificateSuspicion} then $2::int * interval '1 millisecond'
    when d.seen = 'Unknown' then ${RETRY}
    else ${CERTIFICATE_INTERVAL} end
  from (
    select result.*, ${storedCertificate}, m.account_id, m.public_id, m.name, m.url,
      m.deleted_at is null and m.paused_at is null and not ${endsAtHttps("f")} as wanted
    from result join monitor m on m.id = result.id left join monitor_facts f on f.monitor_id = result.id
  ) d
  where s.monitor_id = d.id and s.lease_token = d.token
  returning d.*
),
wanted as (select * from fenced where wanted),
${certificateStep("wanted")},
notified as (
  ${insertFacts(`(${certificateFacts})`, certificateKinds)}
),
facts as (
  insert into monitor_facts (monitor_id, ${certificateColumns})
  select c.id, ${certificateValues} from certificate c where ${certificateChanged}
  on conflict (monitor_id) do update set ${certificateUpdates}
),
cleared as (
  update monitor_facts f set ssl = null, ssl_state = ${certificateCodes.good}, ssl_bad_since = null, ssl_announced_days = null
  from wanted w where f.monitor_id = w.id and w.seen = 'NoTls'
)
select count(*)::int as accepted from fenced`

const recordCertificate = (sql: SqlClient.SqlClient) =>
  operation(
    "CertificateChecks.record",
    function* (claim: CertificateClaim, at: number, seen: SeenCertificate, confirmMs: number) {
      const ssl = seen._tag === "Shown" ? seen.ssl : null
      const row = {
        id: claim.monitorKey,
        token: claim.leaseToken,
        at: new Date(at).toISOString(),
        seen: seen._tag,
        location: claim.location,
        ssl,
        ...certificateMarks(ssl, at)
      }
      const [outcome] = yield* sql.unsafe<{ accepted: number }>(recordStatement, [JSON.stringify(row), confirmMs])
      return outcome?.accepted === 1
    }
  )

/**
 * Checks of port 443 for monitors with an http URL. For all other monitors, every regular check receives the
 * certificate.
 */
export class CertificateChecks extends Context.Service<CertificateChecks>()("@mon/core-store/CertificateChecks", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /**
     * Leases up to `limit` due monitors for `leaseMs` each. Skips monitors that are paused, redirect to https or belong
     * to one of `exceptAccounts`, and monitors whose check was requested from a location other than `location`
     * (default: "default").
     */
    claim: claimCertificates(sql),
    /** Releases unused leases. Their monitors are immediately due again. */
    release: operation("CertificateChecks.release", function* (claims: ReadonlyArray<CertificateClaim>) {
      if (claims.length === 0) return
      const rows = claims.map((claim) => ({ id: claim.monitorKey, token: claim.leaseToken }))
      yield* sql`
      update certificate_schedule s set lease_until = null, lease_token = null
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as c(id bigint, token uuid)
      where s.monitor_id = c.id and s.lease_token = c.token`
    }),
    /**
     * Records a result with its alerts. False if the lease has ended. A certificate that has become invalid is checked
     * again after `confirmMs`.
     */
    record: recordCertificate(sql)
  }))
}) {
  static readonly layer = Layer.effect(CertificateChecks, CertificateChecks.make)
}
