import { isPublicId } from "@mon/model"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import type { DomainRight, Domains } from "./Domains.ts"
import { accessColumn, visibleDomains } from "../monitors/visibleMonitors.ts"

export const domainRights = (sql: SqlClient.SqlClient): Domains["Service"]["rights"] =>
  operation("Domains.rights", function* (scope, ids) {
    const wellFormed = ids.filter(isPublicId)
    if (wellFormed.length === 0) return []
    return yield* sql<DomainRight>`
      select m.public_id as id, ${accessColumn(sql, scope)},
        m.check_interval_seconds as "checkInterval", m.timeout_seconds as "timeoutSeconds"
      from monitor m
      where ${visibleDomains(sql, scope)}
        and m.public_id in (select jsonb_array_elements_text(${JSON.stringify(wellFormed)}::text::jsonb)::uuid)`
  })
