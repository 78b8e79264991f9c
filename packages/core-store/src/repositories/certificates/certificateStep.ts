import type { FactKind } from "@mon/model"
import { certificateCodes } from "../monitors/MonitorCodes.ts"
import { factMonitorSql } from "../facts/writeFacts.ts"

const { bad, good, suspected } = certificateCodes

/** The marks of `CertificateMarks` in a `jsonb_to_recordset` list. */
export const certificateMarkColumns =
  "ssl jsonb, ssl_valid boolean, ssl_fingerprint text, ssl_problem text, ssl_threshold smallint"

/** The stored state of a monitor's certificate, from `monitor_facts f`; null or 0 without a row. */
export const certificateMemory = `f.ssl as ssl_was, coalesce(f.ssl_state, ${good}) as ssl_state_was, f.ssl_bad_since as ssl_bad_since_was,
    f.ssl_announced_days as ssl_announced_was, f.ssl_problem as ssl_problem_was, f.ssl_problem_at as ssl_problem_at_was`

/** A good certificate failed one check: check it again soon. */
export const certificateSuspicion = `ssl_valid is false and ssl_state_was = ${good}`

/** The same problem of the same certificate is announced at most once within this time. */
const REPEAT = "interval '24 hours'"

const sameCertificate = "f.ssl_fingerprint is not distinct from f.ssl_was ->> 'fingerprint256'"

/**
 * The CTE `certificate`: each row of a relation with marks, memory, `id`, `account_id`, `public_id`, `name`, `url`
 * and `at`, with what is to be remembered and announced. Bad on two checks in a row is announced, a threshold once for
 * each certificate, and only the tightest of those that are reached.
 */
export const certificateStep = (relation: string): string => `
certificate as materialized (
  select f.*,
    case when f.ssl is null then f.ssl_state_was when f.ssl_valid then ${good} when f.ssl_state_was = ${good} then ${suspected} else ${bad} end as ssl_state_now,
    case when f.ssl is null then f.ssl_bad_since_was when not f.ssl_valid then coalesce(f.ssl_bad_since_was, f.at) end as ssl_bad_since_now,
    case when f.ssl is null then f.ssl_announced_was when ${sameCertificate} then least(f.ssl_announced_was, f.ssl_threshold)
      else f.ssl_threshold end as ssl_announced_now,
    f.ssl is not null and f.ssl_threshold < case when ${sameCertificate} then coalesce(f.ssl_announced_was, 32767) else 32767 end as expires_soon,
    case when f.turned_bad then f.ssl_problem
      when f.ssl_valid and f.ssl_fingerprint <> split_part(f.ssl_problem_was, ' ', 1) then null
      else f.ssl_problem_was end as ssl_problem_now,
    case when f.turned_bad then f.at else f.ssl_problem_at_was end as ssl_problem_at_now
  from (
    select r.*, r.ssl_valid is false and r.ssl_state_was = ${suspected}
      and (r.ssl_problem is distinct from r.ssl_problem_was or r.at > r.ssl_problem_at_was + ${REPEAT}) as turned_bad
    from ${relation} r
  ) f
)`

const certificateJson = `jsonb_build_object('subject', c.ssl ->> 'subject', 'issuer', c.ssl ->> 'issuer',
    'validTo', mon_iso((c.ssl ->> 'validTo')::timestamptz),
    'daysRemaining', floor(extract(epoch from (c.ssl ->> 'validTo')::timestamptz - c.at) / 86400)::int,
    'fingerprint256', c.ssl_fingerprint)`

/** The kinds of facts in {@link certificateNews}. */
export const certificateKinds: ReadonlyArray<FactKind> = ["certificate_expiring", "certificate_invalid"]

/** What `certificate` announces, with the columns that `insertFacts` reads. */
export const certificateNews = `
  select mon_uuidv7() as public_id, c.account_id, 'certificate_expiring' as kind, c.id as monitor_id, null::bigint as incident_id,
    jsonb_build_object('monitor', ${factMonitorSql("c")}, 'certificate', ${certificateJson}, 'thresholdDays', c.ssl_threshold) as data
  from certificate c where c.expires_soon
  union all
  select mon_uuidv7(), c.account_id, 'certificate_invalid', c.id, null,
    jsonb_build_object('monitor', ${factMonitorSql("c")}, 'problems', c.ssl -> 'problems', 'certificate', ${certificateJson},
      'detectedAt', mon_iso(c.ssl_bad_since_now))
  from certificate c where c.turned_bad`

/** The columns of `monitor_facts` that `certificate` sets, and their values. */
export const certificateColumns = "ssl, ssl_state, ssl_bad_since, ssl_announced_days, ssl_problem, ssl_problem_at"
export const certificateValues =
  "c.ssl, c.ssl_state_now, c.ssl_bad_since_now, c.ssl_announced_now, c.ssl_problem_now, c.ssl_problem_at_now"

/** Updates an existing row of `monitor_facts`. */
export const certificateUpdates = `ssl = coalesce(excluded.ssl, monitor_facts.ssl), ssl_state = excluded.ssl_state,
    ssl_bad_since = excluded.ssl_bad_since, ssl_announced_days = excluded.ssl_announced_days, ssl_problem = excluded.ssl_problem,
    ssl_problem_at = excluded.ssl_problem_at`

/** Whether the stored state of the certificate changes; nearly always it does not. */
export const certificateChanged = `(c.ssl is not null and (c.ssl is distinct from c.ssl_was
    or (c.ssl_state_now, c.ssl_bad_since_now, c.ssl_announced_now, c.ssl_problem_now, c.ssl_problem_at_now)
      is distinct from (c.ssl_state_was, c.ssl_bad_since_was, c.ssl_announced_was, c.ssl_problem_was, c.ssl_problem_at_was)))`
