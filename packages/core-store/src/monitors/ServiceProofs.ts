import { type MissingProof, requestLimits, type ServiceCheck } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { AccessScope } from "../access/AccessScope.ts"
import { growingLease } from "../sql/growingLease.ts"
import { operation, type Returns } from "../sql/operation.ts"
import { isOfKind, kindName } from "./statements/MonitorCodes.ts"
import {
  type HostProofFinding,
  type HostProofOutcome,
  proofBefore,
  proofStops,
  proofUpdates
} from "./statements/proofTimes.sql.ts"
import { needsServiceProofs } from "./statements/stoppedColumns.ts"
import { readCheck } from "./statements/storedOptions.ts"
import { factMonitorSql, insertFacts } from "./writeFacts.ts"

/** A service whose proof is due for a lookup. */
export interface ServiceProofClaim {
  /** The internal key of the service (bigint as text). */
  readonly monitorKey: string
  readonly accountKey: string
  /** The public id of the account, which the proof contains. */
  readonly accountId: string
  /** Null if another release stored the check in a different form. */
  readonly check: ServiceCheck | null
  readonly leaseToken: string
}

interface ClaimRow {
  readonly monitor_key: string
  readonly account_key: string
  readonly account_id: string
  readonly settings: unknown
  readonly lease_token: string
}

const claim = (sql: SqlClient.SqlClient) =>
  operation("ServiceProofs.claim", function* (limit: number, leaseMs: number): Returns<
    ReadonlyArray<ServiceProofClaim>
  > {
    const rows = yield* sql<ClaimRow>`
      with due as materialized (
        select monitor_id from service_proof
        where greatest(next_at, lease_until) <= mon_now() and ${sql.literal(needsServiceProofs)}
        order by greatest(next_at, lease_until)
        limit ${limit}
        for update skip locked
      )
      update service_proof p set lease_token = gen_random_uuid(),
        lease_until = ${sql.literal(growingLease("p", String(Math.round(leaseMs))))}
      from due d join monitor m on m.id = d.monitor_id join account a on a.id = m.account_id
      where p.monitor_id = d.monitor_id
      returning m.id::text as monitor_key, m.account_id::text as account_key, a.public_id as account_id, m.settings,
        p.lease_token`
    return rows.map((row) => ({
      monitorKey: row.monitor_key,
      accountKey: row.account_key,
      accountId: row.account_id,
      check: readCheck(row.settings),
      leaseToken: row.lease_token
    }))
  })

/**
 * Stores the finding of a lookup, with a notice if the checks of the service stop. Parameters: $1 monitor, $2 lease,
 * $3 finding, $4 the days for which the proof may be missing, $5 what is missing.
 */
const recordStatement = `
with before as materialized (
  select monitor_id, ${proofBefore} from service_proof
  where monitor_id = $1::bigint and lease_token = $2::uuid
  for update
), recorded as (
  update service_proof p set ${proofUpdates("p", "b", "$3::text", "$4::int")},
    missing = case $3::text when 'published' then null when 'absent' then $5::text::jsonb else p.missing end
  from before b where p.monitor_id = b.monitor_id
  returning p.monitor_id, p.missing, p.absent_since, p.stopped_at, ${proofStops("p", "b")}
), found as (
  select m.id, m.public_id, m.account_id, m.kind, m.name, m.url, r.missing, r.absent_since, r.stopped_at
  from recorded r join monitor m on m.id = r.monitor_id
  where r.stops and m.deleted_at is null
), notified as (
  ${insertFacts(
    `(select mon_uuidv7() as public_id, account_id, 'checks_stopped' as kind, id as monitor_id, null::bigint as incident_id,
        jsonb_build_object('state', 'checks_stopped', 'monitor', ${factMonitorSql("found")},
          'monitorKind', ${kindName("found")}, 'method', null, 'recordName', missing ->> 'name',
          'absentSince', mon_iso(absent_since), 'stoppedAt', mon_iso(stopped_at)) as data
      from found)`,
    ["checks_stopped"]
  )}
)
select stops from recorded`

const record = (sql: SqlClient.SqlClient) =>
  operation(
    "ServiceProofs.record",
    function* (
      { leaseToken, monitorKey }: Pick<ServiceProofClaim, "leaseToken" | "monitorKey">,
      finding: HostProofFinding,
      missing: MissingProof | null
    ): Returns<HostProofOutcome> {
      const [row] = yield* sql.unsafe<{ stops: boolean }>(recordStatement, [
        monitorKey,
        leaseToken,
        finding,
        requestLimits.proofDays,
        missing === null ? null : JSON.stringify(missing)
      ])
      if (row === undefined) return "late"
      return row.stops ? "stopped" : finding
    }
  )

/**
 * The proofs that services need if the operator requires them (MON_SERVICE_TARGETS). A proof is looked up every day.
 * After it has been missing for 7 days, the checks of the service stop, and the owner is notified.
 */
export class ServiceProofs extends Context.Service<ServiceProofs>()("@mon/core-store/ServiceProofs", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /** Stores whether services need proofs. Without them, stopped checks run again, and nothing is looked up. */
    require: operation("ServiceProofs.require", function* (isRequired: boolean) {
      yield* sql`
        insert into service_targets as t (is_proven) values (${isRequired}::boolean)
        on conflict (one) do update set is_proven = excluded.is_proven where t.is_proven <> excluded.is_proven`
    }),
    /** Leases up to `limit` services whose proof is due for a lookup, for `leaseMs` each. */
    claim: claim(sql),
    /** Releases unused leases. Their services are immediately due again. */
    release: operation("ServiceProofs.release", function* (claims: ReadonlyArray<ServiceProofClaim>) {
      if (claims.length === 0) return
      const tokens = claims.map(({ leaseToken }) => leaseToken)
      yield* sql`
        update service_proof set lease_until = null, lease_token = null where lease_token = any(${tokens}::uuid[])`
    }),
    /** Records the result of a lookup. `missing`: what it did not find. */
    record: record(sql),
    /** Makes missing proofs of an account's services on a host due, because a person has just published the record. */
    hurry: operation("ServiceProofs.hurry", function* ({ accountKey }: AccessScope, hostname: string) {
      yield* sql`
        update service_proof p set next_at = mon_now() from monitor m
        where m.id = p.monitor_id and m.account_id = ${accountKey}::bigint
          and (m.hostname = ${hostname} or strpos(m.url, ${hostname}) > 0) and m.deleted_at is null
          and p.absent_since is not null and p.lease_token is null`
    }),
    /**
     * Returns the checks of an account's services that may connect to a host, except those with the given public ids.
     * Only the URL of a check with several hosts names all of them.
     */
    checksOn: operation(
      "ServiceProofs.checksOn",
      function* (
        { accountKey }: AccessScope,
        hostname: string,
        except: ReadonlyArray<string>
      ): Returns<ReadonlyArray<ServiceCheck>> {
        const rows = yield* sql<{ readonly settings: unknown }>`
        select settings from monitor m
        where m.account_id = ${accountKey}::bigint and ${sql.literal(isOfKind("m", "service"))}
          and (m.hostname = ${hostname} or strpos(m.url, ${hostname}) > 0) and m.deleted_at is null
          and m.public_id <> all (${except}::uuid[])`
        return rows.map(({ settings }) => readCheck(settings)).filter((check) => check !== null)
      }
    ),
    /**
     * Returns up to `limit` host names of an account's domains. Domains to which the given host belongs come first.
     */
    domains: operation(
      "ServiceProofs.domains",
      function* (accountKey: string, hostname: string, limit: number): Returns<ReadonlyArray<string>> {
        const rows = yield* sql<{ readonly hostname: string }>`
        select d.hostname from (
          select distinct m.hostname, regexp_replace(m.hostname, '^www[.]', '') as name from monitor m
          where m.account_id = ${accountKey}::bigint and ${sql.literal(isOfKind("m", "domain"))} and m.deleted_at is null
        ) d
        order by right('.' || ${hostname}::text, length(d.name) + 1) <> '.' || d.name, d.hostname limit ${limit}`
        return rows.map((row) => row.hostname)
      }
    )
  }))
}) {
  static readonly layer = Layer.effect(ServiceProofs, ServiceProofs.make)
}
