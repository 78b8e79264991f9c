import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import type { CertificateChecks } from "./CertificateChecks.ts"
import { certificateCodes } from "../monitors/MonitorCodes.ts"
import { certificateMarks } from "./certificateFacts.ts"
import {
  certificateChanged,
  certificateColumns,
  certificateKinds,
  certificateMarkColumns,
  storedCertificate,
  certificateFacts,
  certificateStep,
  certificateSuspicion,
  certificateUpdates,
  certificateValues
} from "./certificateStep.ts"
import { insertFacts } from "../facts/writeFacts.ts"
import { endsAtHttps, CERTIFICATE_INTERVAL } from "./claimCertificates.ts"

/** Time until the next check of a host that could not be reached. */
const RETRY = "interval '1 hour'"

/** Applies `certificateStep`, fenced by the lease. Parameters: $1 the result as JSON text, $2 confirmMs. */
const recordStatement = `
with result as materialized (
  select * from jsonb_to_record($1::text::jsonb) as r(id bigint, token uuid, at timestamptz, seen text, ${certificateMarkColumns})
),
fenced as (
  update certificate_schedule s set lease_until = null, lease_token = null, next_at = mon_now() + case
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

export const recordCertificate = (sql: SqlClient.SqlClient): CertificateChecks["Service"]["record"] =>
  operation("CertificateChecks.record", function* (claim, at, seen, confirmMs) {
    const ssl = seen._tag === "Shown" ? seen.ssl : null
    const row = {
      id: claim.monitorKey,
      token: claim.leaseToken,
      at: new Date(at).toISOString(),
      seen: seen._tag,
      ssl,
      ...certificateMarks(ssl, at)
    }
    const [outcome] = yield* sql.unsafe<{ accepted: number }>(recordStatement, [JSON.stringify(row), confirmMs])
    return outcome?.accepted === 1
  })
