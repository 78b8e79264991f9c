import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { storeError } from "../../StoreError.ts"
import type { Domains } from "../Domains.ts"
import { type DomainRow, selectDomains, toDomain, visible } from "./DomainRow.ts"

export const listDomains = (sql: SqlClient.SqlClient): Domains["Service"]["list"] =>
  Effect.fn("Domains.list")(function*(viewer, { limit, page }) {
    const [counted] = yield* sql<{ total: number }>`
      select count(*)::int as total from monitor m where ${visible(sql, viewer)}`
    const rows = yield* sql<DomainRow>`
      ${selectDomains(sql, viewer)} where ${visible(sql, viewer)}
      order by m.id desc limit ${limit} offset ${(page - 1) * limit}`
    return { total: counted?.total ?? 0, items: rows.map(toDomain) }
  }, Effect.mapError(storeError("Domains.list")))
