import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { AuditLog } from "./AuditLog.ts"
import { listAuditEntries, streamAuditEntries } from "./readAuditLog.ts"
import {
  addAuditEntries,
  addPersonalAuditEntry,
  beginAuditEntry,
  finishAuditEntry,
  purgeAuditEntries,
  withdrawAuditEntry
} from "./writeAuditLog.ts"

/** {@link AuditLog} over PostgreSQL. */
export const layerAuditLog: Layer.Layer<AuditLog, never, SqlClient.SqlClient> = Layer.effect(
  AuditLog,
  Effect.map(SqlClient.SqlClient, (sql) =>
    AuditLog.of({
      begin: beginAuditEntry(sql),
      addAll: addAuditEntries(sql),
      finish: finishAuditEntry(sql),
      withdraw: withdrawAuditEntry(sql),
      addPersonal: addPersonalAuditEntry(sql),
      list: listAuditEntries(sql),
      stream: streamAuditEntries(sql),
      purge: purgeAuditEntries(sql)
    })
  )
)
