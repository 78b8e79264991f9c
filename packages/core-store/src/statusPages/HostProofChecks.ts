import { requestLimits, type StatusPageHostAddress } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { growingLease } from "../sql/growingLease.ts"
import { operation, type Returns } from "../sql/operation.ts"
import { factMonitorSql, insertFacts } from "../monitors/writeFacts.ts"
import { kindName } from "../monitors/statements/MonitorCodes.ts"
import { isUnsafe } from "../monitors/statements/monitorColumns.ts"
import {
  type HostProofFinding,
  type HostProofOutcome,
  PROOF_DAY,
  proofBefore,
  proofStops,
  proofUpdates
} from "../monitors/statements/proofTimes.sql.ts"
import { settleHosts } from "./StatusPageHosts.ts"

/** A host whose proof is due for a lookup. */
export interface HostProofClaim {
  /** The internal key of the account (bigint as text). */
  readonly accountKey: string
  /** The public id of the account, which the proof contains. */
  readonly accountId: string
  readonly hostname: string
  /** Whether the host is the custom host name of a status page. */
  readonly isOfPage: boolean
  readonly leaseToken: string
}

interface ClaimRow {
  readonly account_key: string
  readonly account_id: string
  readonly hostname: string
  readonly is_of_page: boolean
  readonly lease_token: string
}

/** One statement claims the hosts, so that two workers never get the same host. Locked rows are skipped. */
const claim = (sql: SqlClient.SqlClient) =>
  operation("HostProofChecks.claim", function* (limit: number, leaseMs: number): Returns<
    ReadonlyArray<HostProofClaim>
  > {
    const rows = yield* sql<ClaimRow>`
      with due as materialized (
        select account_id, hostname from host_proof
        where greatest(next_at, lease_until) <= mon_now()
        order by greatest(next_at, lease_until)
        limit ${limit}
        for update skip locked
      ), used as materialized (
        select d.*, exists (
          select 1 from monitor m where m.account_id = d.account_id and m.hostname = d.hostname
            and ${sql.literal(isUnsafe("m"))} and m.deleted_at is null) as has_monitor, exists (
          select 1 from status_page_host s
          where s.account_id = d.account_id and s.hostname = d.hostname) as is_of_page
        from due d
      ), ended as (
        delete from host_proof h using used u
        where h.account_id = u.account_id and h.hostname = u.hostname and not (u.has_monitor or u.is_of_page)
      )
      update host_proof h set lease_token = gen_random_uuid(),
        lease_until = ${sql.literal(growingLease("h", String(Math.round(leaseMs))))}
      from used u join account a on a.id = u.account_id
      where h.account_id = u.account_id and h.hostname = u.hostname and (u.has_monitor or u.is_of_page)
      returning h.account_id::text as account_key, a.public_id as account_id, h.hostname, h.lease_token, u.is_of_page`
    return rows.map((row) => ({
      accountKey: row.account_key,
      accountId: row.account_id,
      hostname: row.hostname,
      isOfPage: row.is_of_page,
      leaseToken: row.lease_token
    }))
  })

/**
 * Stores the finding of a lookup, with one notice for each monitor whose checks stop. Parameters: $1 account, $2 host,
 * $3 lease, $4 finding, $5 the days for which the record may be missing.
 */
const recordStatement = `
with before as materialized (
  select account_id, hostname, ${proofBefore} from host_proof
  where account_id = $1::bigint and hostname = $2::text and lease_token = $3::uuid
  for update
), recorded as (
  update host_proof h set ${proofUpdates("h", "b", "$4::text", "$5::int")}
  from before b where h.account_id = b.account_id and h.hostname = b.hostname
  returning h.account_id, h.hostname, h.absent_since, h.stopped_at, ${proofStops("h", "b")}
), found as (
  select m.id, m.public_id, m.account_id, m.kind, m.name, m.url, m.request ->> 'method' as method, r.hostname,
    r.absent_since, r.stopped_at
  from recorded r join monitor m on m.account_id = r.account_id and m.hostname = r.hostname
  where r.stops and ${isUnsafe("m")} and m.deleted_at is null
), notified as (
  ${insertFacts(
    `(select mon_uuidv7() as public_id, account_id, 'checks_stopped' as kind, id as monitor_id, null::bigint as incident_id,
        jsonb_build_object('state', 'checks_stopped', 'monitor', ${factMonitorSql("found")},
          'monitorKind', ${kindName("found")}, 'method', method,
          'recordName', '_mon.' || hostname, 'absentSince', mon_iso(absent_since), 'stoppedAt', mon_iso(stopped_at)) as data
      from found)`,
    ["checks_stopped"]
  )}
)
select stops from recorded`

const record = (sql: SqlClient.SqlClient) =>
  operation(
    "HostProofChecks.record",
    function* (
      claimed: HostProofClaim,
      finding: HostProofFinding,
      address: StatusPageHostAddress | null = null
    ): Returns<HostProofOutcome> {
      const { accountKey, hostname, leaseToken } = claimed
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          const [row] = yield* sql.unsafe<{ stops: boolean }>(recordStatement, [
            accountKey,
            hostname,
            leaseToken,
            finding,
            requestLimits.proofDays
          ])
          if (row === undefined) return "late"
          if (finding !== "unknown") yield* settleHosts(sql, claimed, finding === "published", address)
          return row.stops ? "stopped" : finding
        })
      )
    }
  )

/**
 * The proofs for hosts that receive requests which may change something, and for custom host names of status pages. A
 * proof is looked up every day. After the proof has been missing for 7 days, such requests stop, the owner is notified,
 * and a status page loses the host name.
 */
export class HostProofChecks extends Context.Service<HostProofChecks>()("@mon/core-store/HostProofChecks", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /**
     * Leases up to `limit` due hosts for `leaseMs` each. Hosts that no longer need a proof are removed from the
     * schedule.
     */
    claim: claim(sql),
    /** Releases unused leases. Their hosts are immediately due again. */
    release: operation("HostProofChecks.release", function* (claims: ReadonlyArray<HostProofClaim>) {
      if (claims.length === 0) return
      const tokens = claims.map(({ leaseToken }) => leaseToken)
      yield* sql`
      update host_proof set lease_until = null, lease_token = null where lease_token = any(${tokens}::uuid[])`
    }),
    /** Records the result of a lookup, and, for the host name of a page, the target of its addresses. */
    record: record(sql),
    /**
     * Records that a host was found proven by a lookup that a person requested. Checks of the host that were stopped
     * run again, and a status page gets its host name.
     */
    confirm: operation("HostProofChecks.confirm", function* (accountKey: string, hostname: string) {
      yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`
            update host_proof set proven_at = mon_now(), absent_since = null, stopped_at = null,
              next_at = mon_now() + ${sql.literal(PROOF_DAY)}
            where account_id = ${accountKey}::bigint and hostname = ${hostname}`
          yield* settleHosts(sql, { accountKey, hostname }, true, null)
        })
      )
    })
  }))
}) {
  static readonly layer = Layer.effect(HostProofChecks, HostProofChecks.make)
}
