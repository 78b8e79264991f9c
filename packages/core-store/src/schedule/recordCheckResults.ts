import { type ConfirmationPolicy, type RedirectFacts, uuidv7 } from "@mon/model"
import * as Clock from "effect/Clock"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation, type Returns } from "../sql/operation.ts"
import { randomBytes } from "../sql/Randomness.ts"
import { certificateMarks, type StoredCertificate } from "../monitors/CertificateChecks.ts"
import { codeLiteral, domainStateCodes, hasFailed, isRequested } from "../monitors/statements/MonitorCodes.ts"
import { checkNeighbours } from "../monitors/statements/neighbours.sql.ts"
import { checkParents } from "../monitors/statements/parents.sql.ts"
import type { RecordedContent } from "../monitors/statements/monitorColumns.ts"
import { responseBucket } from "../monitors/RollUps.ts"
import { isSuspect, type SuspicionOfResult } from "../monitors/statements/suspicion.sql.ts"
import { domainStateMachine } from "./domainStateMachine.sql.ts"

/** The result of one check. Durations are integer microseconds, and times are milliseconds since the epoch. */
export interface CheckResultRow {
  readonly monitorKey: string
  readonly leaseToken: string
  readonly at: number
  readonly verdict: "up" | "down" | "unknown"
  /** Whether the failure would be the same if the check was repeated, as with NXDOMAIN. */
  readonly deterministic: boolean
  /**
   * Whether the own-network guard suppressed the verdict. The failure then counts as a check, but does not change the
   * state.
   */
  readonly suppressed: boolean
  /**
   * The IP address of the last request, or of the last attempt to connect. Null if there was no such address. Default:
   * null.
   */
  readonly address?: string | null
  readonly statusCode: number | null
  readonly errorCode: string | null
  readonly errorMessage: string | null
  readonly responseUs: number | null
  /**
   * Whether the check was slow or its content has a remark. Null if the check failed, if the process was too busy to
   * measure the time, or if neither slowness nor remarks are judged for this monitor. Default: null.
   */
  readonly degraded?: boolean | null
  /**
   * The result of the check of the content. If null, the content was not judged, and the stored result stays. Default:
   * null.
   */
  readonly content?: RecordedContent | null
  readonly dnsUs: number | null
  readonly connectUs: number | null
  readonly tlsUs: number | null
  readonly waitUs: number | null
  readonly downloadUs: number | null
  readonly location: string
  /** Whether the process was too busy for exact timings. Such timings are shown, but left out of percentiles. */
  readonly stalled: boolean
  /** The facts for the diagnosis of a failed check, as plain JSON. Default: null. */
  readonly evidence?: unknown
  /** The certificate. Null leaves the stored certificate unchanged. */
  readonly ssl: StoredCertificate | null
  readonly redirect: RedirectFacts | null
  /** The effect of the result on the suspicion that the check may end its process. Default: the suspicion ends. */
  readonly suspicion?: SuspicionOfResult
  /** The next due time, and further facts, of a verdict that needs no confirmation. Absent for all other verdicts. */
  readonly final?: FinalVerdict
}

/** A verdict that needs no confirmation. Times are milliseconds since the epoch. */
interface FinalVerdict {
  /** The time at which the monitor is due next, unless its due time has changed since the claim. */
  readonly dueAt: number
  /** The due time of the monitor when it was claimed. */
  readonly claimedDueAt: number
  /**
   * The exit code and the last output of the job whose failure is the reason why a heartbeat is down. Null if the
   * heartbeat is not down because of a job.
   */
  readonly job: { readonly exitCode: number | null; readonly output: string | null } | null
}

/** The effect of a batch of results. A result whose lease has ended is not accepted, and changes nothing. */
export interface RecordOutcome {
  readonly accepted: number
  readonly opened: number
  readonly resolved: number
  readonly notified: number
  /** The lease tokens of accepted results. */
  readonly tokens: ReadonlyArray<string>
}

const idBytes = 10
const rowBytes = 3 * idBytes

/**
 * The parameters contain the ids of the incident and the notifications that the result may cause, because PostgreSQL
 * has no UUIDv7 before version 18.
 */
const toParameters = (check: CheckResultRow, now: number, random: Uint8Array) => ({
  id: check.monitorKey,
  token: check.leaseToken,
  at: new Date(check.at).toISOString(),
  verdict: domainStateCodes[check.verdict],
  deterministic: check.deterministic,
  suppressed: check.suppressed,
  status_code: check.statusCode,
  error_code: check.errorCode,
  error_message: check.errorMessage,
  response_us: check.responseUs,
  slow: check.degraded ?? null,
  has_content: check.content != null,
  content_fault: check.content?.fault ?? null,
  content_memory: check.content?.memory ?? null,
  address: check.address ?? null,
  dns_us: check.dnsUs,
  connect_us: check.connectUs,
  tls_us: check.tlsUs,
  wait_us: check.waitUs,
  download_us: check.downloadUs,
  location: check.location,
  incident_id: uuidv7(now, random.subarray(0, idBytes)),
  notification_id: uuidv7(now, random.subarray(idBytes, 2 * idBytes)),
  speed_id: uuidv7(now, random.subarray(2 * idBytes)),
  redirect: check.redirect,
  bucket:
    check.verdict === "up" && !check.stalled && check.responseUs !== null ? responseBucket(check.responseUs) : null,
  evidence: check.evidence ?? null,
  suspicion: check.suspicion ?? null,
  final: check.final !== undefined,
  due_at: check.final === undefined ? null : new Date(check.final.dueAt).toISOString(),
  claimed_due_at: check.final === undefined ? null : new Date(check.final.claimedDueAt).toISOString(),
  job: check.final?.job ?? null,
  ssl: check.ssl,
  ...certificateMarks(check.ssl, check.at)
})

export const recordCheckResults = (sql: SqlClient.SqlClient) =>
  operation("MonitorSchedule.record", function* (checks: ReadonlyArray<CheckResultRow>, policy: ConfirmationPolicy) {
    if (checks.length === 0) return { accepted: 0, opened: 0, resolved: 0, notified: 0, tokens: [] }
    const now = yield* Clock.currentTimeMillis
    const random = yield* randomBytes(rowBytes * checks.length)
    const rows = checks.map((check, index) =>
      toParameters(check, now, random.subarray(rowBytes * index, rowBytes * (index + 1)))
    )
    const [outcome] = yield* sql.unsafe<RecordOutcome>(domainStateMachine, [
      JSON.stringify(rows),
      policy.retryUnknownMs,
      policy.confirmMs,
      policy.downMs,
      policy.faultMs,
      policy.failuresToDown,
      policy.deterministicFailuresToDown,
      policy.successesToUp
    ])
    const failed = checks.filter(({ verdict }) => verdict === "down").map(({ monitorKey }) => monitorKey)
    if (failed.length > 0) {
      yield* sql.unsafe(checkParents, [JSON.stringify(failed)])
      yield* sql.unsafe(checkNeighbours, [JSON.stringify(failed)])
    }
    return outcome ?? { accepted: 0, opened: 0, resolved: 0, notified: 0, tokens: [] }
  })

/** The number of rows to read from each of the two ranges, whatever the number of monitors. */
const READ = 500

/**
 * Selects monitors at random. Reads rows in the order of the primary key, from a random key on and also from the first
 * key on.
 */
export const sampleUp = (sql: SqlClient.SqlClient) =>
  operation("MonitorSchedule.sampleUp", function* (limit: number): Returns<ReadonlyArray<string>> {
    const isSuspected = sql.literal(isSuspect("s"))
    const rows = yield* sql<{ url: string }>`
      with start as materialized (
        select (random() * coalesce(max(monitor_id), 0))::bigint as key from monitor_schedule
      ), near as (
        (select s.monitor_id, s.kind, s.state, s.next_at, ${isSuspected} as suspect from start, monitor_schedule s
          where s.monitor_id >= start.key order by s.monitor_id limit ${READ})
        union
        (select s.monitor_id, s.kind, s.state, s.next_at, ${isSuspected} as suspect from monitor_schedule s
          order by s.monitor_id limit ${READ})
      ), hosts as (
        select distinct on (m.hostname) m.url from near n join monitor m on m.id = n.monitor_id
        where n.next_at is not null and not n.suspect and n.state <> ${codeLiteral(sql, domainStateCodes.unknown)}
          and ${sql.literal(isRequested("n"))} and not ${sql.literal(hasFailed("n", "n"))}
      )
      select url from hosts order by random() limit ${limit}`
    return rows.map(({ url }) => url)
  })
