import type { FactKind } from "@mon/model"
import { certificateCodes } from "../monitors/MonitorCodes.ts"
import { factMonitorSql } from "../facts/writeFacts.ts"

const { bad, good, suspected } = certificateCodes

/** The marks of `CertificateMarks` in a `jsonb_to_recordset` list. */
export const certificateMarkColumns =
  "ssl jsonb, ssl_valid boolean, ssl_fingerprint text, ssl_problem text, ssl_threshold smallint"

/** The stored state of a monitor's certificate, from `monitor_facts f`; all null or 0 when there is none. */
export const storedCertificate = `f.ssl as ssl_before, coalesce(f.ssl_state, ${good}) as ssl_state_before, f.ssl_bad_since as ssl_bad_since_before,
    f.ssl_announced_days as ssl_announced_days_before, f.ssl_problem as ssl_problem_before, f.ssl_problem_at as ssl_problem_at_before`

/** A good certificate was bad in this check: it is checked again soon, because one check is not enough. */
export const certificateSuspicion = `ssl_valid is false and ssl_state_before = ${good}`

/** The same problem of the same certificate is announced once in this time, however often it comes and goes. */
const REPEAT = "interval '24 hours'"

/** The fingerprint of the certificate that ends first: a renewal below it does not announce it again. */
const ending = (ssl: string): string => `coalesce(${ssl} -> 'ending' ->> 'fingerprint256', ${ssl} ->> 'fingerprint256')`

const sameCertificate = `${ending("f.ssl")} is not distinct from ${ending("f.ssl_before")}`

/**
 * The CTE `certificate`: each row of a relation that has marks, the stored certificate, `id`, `account_id`,
 * `public_id`, `name`, `url` and `at`, with the state to store and what to announce: a certificate that is bad on two
 * checks in a row, and each expiry threshold once per certificate, only the lowest one reached.
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
    case when f.turned_bad then f.at else f.ssl_problem_at_before end as ssl_problem_at_after
  from (
    select r.*, r.ssl_valid is false and r.ssl_state_before = ${suspected}
      and (r.ssl_problem is distinct from r.ssl_problem_before or r.at > r.ssl_problem_at_before + ${REPEAT}) as turned_bad
    from ${relation} r
  ) f
)`

const certificateJson = (
  ssl: string
): string => `jsonb_build_object('subject', ${ssl} ->> 'subject', 'issuer', ${ssl} ->> 'issuer',
    'validTo', mon_iso((${ssl} ->> 'validTo')::timestamptz),
    'daysRemaining', floor(extract(epoch from (${ssl} ->> 'validTo')::timestamptz - c.at) / 86400)::int,
    'fingerprint256', ${ssl} ->> 'fingerprint256')`

/** The kinds of facts in {@link certificateFacts}. */
export const certificateKinds: ReadonlyArray<FactKind> = ["certificate_expiring", "certificate_invalid"]

/** The facts that `certificate` announces, with the columns that `insertFacts` reads. */
export const certificateFacts = `
  select mon_uuidv7() as public_id, c.account_id, 'certificate_expiring' as kind, c.id as monitor_id, null::bigint as incident_id,
    jsonb_build_object('monitor', ${factMonitorSql("c")}, 'certificate', ${certificateJson("coalesce(c.ssl -> 'ending', c.ssl)")}, 'thresholdDays', c.ssl_threshold) as data
  from certificate c where c.expires_soon
  union all
  select mon_uuidv7(), c.account_id, 'certificate_invalid', c.id, null,
    jsonb_build_object('monitor', ${factMonitorSql("c")}, 'problems', c.ssl -> 'problems', 'certificate', ${certificateJson("c.ssl")},
      'detectedAt', mon_iso(c.ssl_bad_since_after))
  from certificate c where c.turned_bad`

/** The columns of `monitor_facts` that `certificate` sets, and their values in it. */
export const certificateColumns = "ssl, ssl_state, ssl_bad_since, ssl_announced_days, ssl_problem, ssl_problem_at"
export const certificateValues =
  "c.ssl, c.ssl_state_after, c.ssl_bad_since_after, c.ssl_announced_days_after, c.ssl_problem_after, c.ssl_problem_at_after"

/** The update of an existing row of `monitor_facts`. */
export const certificateUpdates = `ssl = coalesce(excluded.ssl, monitor_facts.ssl), ssl_state = excluded.ssl_state,
    ssl_bad_since = excluded.ssl_bad_since, ssl_announced_days = excluded.ssl_announced_days, ssl_problem = excluded.ssl_problem,
    ssl_problem_at = excluded.ssl_problem_at`

/** Whether the stored state changes, which is rare. */
export const certificateChanged = `(c.ssl is not null and (c.ssl is distinct from c.ssl_before
    or (c.ssl_state_after, c.ssl_bad_since_after, c.ssl_announced_days_after, c.ssl_problem_after, c.ssl_problem_at_after)
      is distinct from (c.ssl_state_before, c.ssl_bad_since_before, c.ssl_announced_days_before, c.ssl_problem_before, c.ssl_problem_at_before)))`
