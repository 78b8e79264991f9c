import { isPublicId } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { storeError } from "../../StoreError.ts"
import type { Domains } from "../Domains.ts"
import { type DomainRow, selectDomains, toDomain, visible } from "./DomainRow.ts"

export const findDomain = (sql: SqlClient.SqlClient): Domains["Service"]["find"] =>
  Effect.fn("Domains.find")(function*(viewer, id) {
    if (!isPublicId(id)) return null
    const [row] = yield* sql<DomainRow>`
      ${selectDomains(sql, viewer)} where ${visible(sql, viewer)} and m.public_id = ${id}::uuid`
    return row === undefined ? null : toDomain(row)
  }, Effect.mapError(storeError("Domains.find")))
