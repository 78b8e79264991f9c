import { isPublicId } from "@mon/model"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import type { Incidents } from "./Incidents.ts"
import { visibleIncidents } from "./listIncidents.ts"

export const acknowledge = (sql: SqlClient.SqlClient): Incidents["Service"]["acknowledge"] =>
  operation("Incidents.acknowledge", function* (scope, id, { note, via }) {
    if (!isPublicId(id)) return false
    const changed = yield* sql`
      update incident i set acknowledged_at = mon_now(), acknowledged_by = ${scope.userKey}::bigint,
        acknowledged_via = ${via}, acknowledgement_note = ${note}
      where ${visibleIncidents(sql, scope)} and i.public_id = ${id}::uuid and i.resolved_at is null
        and i.acknowledged_at is null
      returning 1`
    return changed.length > 0
  })

export const unacknowledge = (sql: SqlClient.SqlClient): Incidents["Service"]["unacknowledge"] =>
  operation("Incidents.unacknowledge", function* (scope, id) {
    if (!isPublicId(id)) return false
    const changed = yield* sql`
      update incident i set acknowledged_at = null, acknowledged_by = null, acknowledged_via = null,
        acknowledged_channel = null, acknowledged_recipient = null, acknowledgement_note = null
      where ${visibleIncidents(sql, scope)} and i.public_id = ${id}::uuid and i.resolved_at is null
        and i.acknowledged_at is not null
      returning 1`
    return changed.length > 0
  })
