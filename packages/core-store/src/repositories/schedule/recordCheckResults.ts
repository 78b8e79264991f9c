import { uuidv7 } from "@mon/model"
import * as Clock from "effect/Clock"
import type * as SqlClient from "effect/sql/SqlClient"
import { randomBytes } from "../../sql/Randomness.ts"
import { operation } from "../../sql/operation.ts"
import { certificateMarks } from "../certificates/certificateFacts.ts"
import { responseBucket } from "../rollups/ResponseBucket.ts"
import type { CheckResultRow, RecordOutcome, MonitorSchedule } from "./MonitorSchedule.ts"
import { domainStateMachine } from "./domainStateMachine.sql.ts"
import { domainStateCodes } from "../monitors/MonitorCodes.ts"
import { checkNeighbours } from "../monitors/neighbours.sql.ts"
import { checkParents } from "../monitors/parents.sql.ts"

const idBytes = 10
const rowBytes = 3 * idBytes

/**
 * Each row carries the ids of the incident and the notifications that it may cause: PostgreSQL has no UUIDv7 before 18.
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
  slow: check.slow ?? null,
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
  ssl: check.ssl,
  ...certificateMarks(check.ssl, check.at)
})

export const recordCheckResults = (sql: SqlClient.SqlClient): MonitorSchedule["Service"]["record"] =>
  operation("MonitorSchedule.record", function* (checks, policy) {
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
