import { isPublicId, Plans } from "@mon/model"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as SqlClient from "effect/sql/SqlClient"
import type { PostgresJs } from "../../sql/PostgresJs.ts"
import { storeError } from "../../sql/StoreError.ts"
import type { Domains } from "./Domains.ts"
import { domainParameters, type DomainRow, selectDomains, toDomain } from "./DomainRow.ts"

const toStoreError = storeError("Domains.find")

/**
 * Runs in the caller's transaction. Without one it runs on the bare pool and without a span, because it is the most
 * frequent read.
 */
export const findDomain =
  (driver: PostgresJs["Service"], sql: SqlClient.SqlClient): Domains["Service"]["find"] =>
  (scope, id) => {
    if (!isPublicId(id)) return Effect.succeed(null)
    const text = `${selectDomains(scope)} and m.public_id = $3::uuid`
    const values = [...domainParameters(scope), id]
    const rows = Effect.flatMap(Effect.serviceOption(sql.transactionService), (transaction) =>
      Option.isSome(transaction)
        ? sql.unsafe<DomainRow>(text, values)
        : driver.run((pool) => pool.unsafe<Array<DomainRow>>(text, values, { prepare: true }))
    )
    return Effect.flatMap(Plans, (plans) =>
      Effect.map(rows, ([row]) => (row === undefined ? null : toDomain(row, plans)))
    ).pipe(Effect.mapError(toStoreError))
  }
