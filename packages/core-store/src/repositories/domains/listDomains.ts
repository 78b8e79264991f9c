import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { storeError } from "../../StoreError.ts"
import type { Domains } from "../Domains.ts"
import { domainParameters, type DomainRow, selectDomains, toDomain, visible } from "./DomainRow.ts"

export const listDomains = (sql: SqlClient.SqlClient): Domains["Service"]["list"] =>
  Effect.fn("Domains.list")(function*(viewer, { limit, page }) {
    const [counted] = yield* sql<{ total: number }>`
      select count(*)::int as total from monitor m where ${visible(sql, viewer)}`
    const rows = yield* sql.unsafe<DomainRow>(
      `${selectDomains(viewer)} order by m.id desc limit $3::bigint offset $4::bigint`,
      [...domainParameters(viewer), limit, (page - 1) * limit]
    )
    return { total: counted?.total ?? 0, items: rows.map(toDomain) }
  }, Effect.mapError(storeError("Domains.list")))
