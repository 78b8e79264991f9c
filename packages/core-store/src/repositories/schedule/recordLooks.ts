import { uuidv7 } from "@mon/model"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { randomBytes } from "../../sql/Randomness.ts"
import { storeError } from "../../sql/StoreError.ts"
import { certificateMarks } from "../certificates/certificateFacts.ts"
import { responseBucket } from "../rollups/ResponseBucket.ts"
import type { LookRow, RecordOutcome, MonitorSchedule } from "./MonitorSchedule.ts"
import { domainStateMachine } from "./domainStateMachine.sql.ts"
import { domainStateCodes } from "../monitors/MonitorCodes.ts"

const idBytes = 10

/** Each row brings the ids of the incident and the notification that it may cause: the database makes no UUIDv7 before 18. */
const toParameters = (look: LookRow, now: number, random: Uint8Array) => ({
  id: look.monitorKey,
  token: look.leaseToken,
  at: new Date(look.at).toISOString(),
  verdict: domainStateCodes[look.verdict],
  deterministic: look.deterministic,
  held: look.held,
  status_code: look.statusCode,
  error_code: look.errorCode,
  error_message: look.errorMessage,
  response_us: look.responseUs,
  dns_us: look.dnsUs,
  connect_us: look.connectUs,
  tls_us: look.tlsUs,
  wait_us: look.waitUs,
  download_us: look.downloadUs,
  location: look.location,
  incident_id: uuidv7(now, random.subarray(0, idBytes)),
  notification_id: uuidv7(now, random.subarray(idBytes)),
  redirect: look.redirect,
  bucket: look.verdict === "up" && !look.stalled && look.responseUs !== null ? responseBucket(look.responseUs) : null,
  ssl: look.ssl,
  ...certificateMarks(look.ssl, look.at)
})

export const recordLooks = (sql: SqlClient.SqlClient): MonitorSchedule["Service"]["record"] =>
  Effect.fn("MonitorSchedule.record")(
    function* (looks, policy) {
      if (looks.length === 0) return { accepted: 0, opened: 0, resolved: 0, notified: 0, tokens: [] }
      const now = yield* Clock.currentTimeMillis
      const random = yield* randomBytes(2 * idBytes * looks.length)
      const rows = looks.map((look, index) =>
        toParameters(look, now, random.subarray(2 * idBytes * index, 2 * idBytes * (index + 1)))
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
      return outcome ?? { accepted: 0, opened: 0, resolved: 0, notified: 0, tokens: [] }
    },
    Effect.mapError(storeError("MonitorSchedule.record"))
  )
