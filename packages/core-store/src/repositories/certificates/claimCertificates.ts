import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import type { CertificateChecks } from "./CertificateChecks.ts"

/** Time between two checks of port 443. */
export const CERTIFICATE_INTERVAL = "interval '6 hours'"

interface Row {
  readonly monitor_key: string
  readonly account_key: string
  readonly lease_token: string
  readonly hostname: string
  readonly timeout_ms: number
  readonly claimed_at: Date
}

/** Whether the monitor's checks end at an https URL and so bring the certificate themselves. */
export const endsAtHttps = (facts: string) => `coalesce(${facts}.redirect ->> 'finalUrl', '') like 'https://%'`

const claimStatement = `
  with due as materialized (
    select c.monitor_id, m.account_id, m.hostname, s.timeout_ms, m.deleted_at is null as alive,
      m.deleted_at is null and m.paused_at is null and not ${endsAtHttps("f")} as wanted
    from certificate_schedule c
    join monitor m on m.id = c.monitor_id
    join monitor_schedule s on s.monitor_id = c.monitor_id
    left join monitor_facts f on f.monitor_id = c.monitor_id
    where greatest(c.next_at, c.lease_until) <= mon_now() and m.account_id <> all($3::bigint[])
    order by greatest(c.next_at, c.lease_until)
    limit $1
    for update of c skip locked
  ), claimed as (
    update certificate_schedule c set
      next_at = case when due.wanted then c.next_at when due.alive then mon_now() + ${CERTIFICATE_INTERVAL} else 'infinity' end,
      lease_token = case when due.wanted then gen_random_uuid() end,
      lease_until = case when due.wanted then mon_now() + $2::int * interval '1 millisecond' end
    from due where c.monitor_id = due.monitor_id
    returning c.monitor_id, due.account_id, c.lease_token, due.hostname, due.timeout_ms
  )
  select monitor_id::text as monitor_key, account_id::text as account_key, lease_token, hostname, timeout_ms, mon_now() as claimed_at
  from claimed where lease_token is not null`

/** One statement, so that two workers never get the same monitor; locked rows are skipped. */
export const claimCertificates = (sql: SqlClient.SqlClient): CertificateChecks["Service"]["claim"] =>
  operation("CertificateChecks.claim", function* (limit, leaseMs, exceptAccounts = []) {
    const rows = yield* sql.unsafe<Row>(claimStatement, [limit, leaseMs, exceptAccounts])
    return rows.map((row) => ({
      monitorKey: row.monitor_key,
      accountKey: row.account_key,
      leaseToken: row.lease_token,
      hostname: row.hostname,
      timeoutMs: row.timeout_ms,
      claimedAt: row.claimed_at.getTime()
    }))
  })

export const releaseCertificates = (sql: SqlClient.SqlClient): CertificateChecks["Service"]["release"] =>
  operation("CertificateChecks.release", function* (claims) {
    if (claims.length === 0) return
    const rows = claims.map((claim) => ({ id: claim.monitorKey, token: claim.leaseToken }))
    yield* sql`
      update certificate_schedule s set lease_until = null, lease_token = null
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as c(id bigint, token uuid)
      where s.monitor_id = c.id and s.lease_token = c.token`
  })
