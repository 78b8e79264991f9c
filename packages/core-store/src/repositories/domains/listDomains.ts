import { Plans } from "@mon/model"
import * as Effect from "effect/Effect"
import { offsetOf } from "../../sql/Page.ts"
import type { PostgresJs } from "../../sql/PostgresJs.ts"
import { storeError } from "../../sql/StoreError.ts"
import { countDomains, domainParameters, type DomainRow, selectDomainPage, toDomain } from "./DomainRow.ts"
import type { Domains } from "./Domains.ts"

interface PageRow extends DomainRow {
  readonly total: number
}

const prepared = { prepare: true }
const toStoreError = storeError("Domains.list")

/** Runs on the bare pool and without a span, because it is the first request of every client. */
export const listDomains =
  ({ run }: PostgresJs["Service"]): Domains["Service"]["list"] =>
  (scope, { limit, page }) => {
    const parameters = [...domainParameters(scope)]
    const values = [...parameters, limit, offsetOf(page, limit)]
    // A page past the end has no row with the total.
    const emptyPage =
      page === 1
        ? Effect.succeed({ total: 0, items: [] })
        : run((sql) => sql.unsafe<Array<{ total: number }>>(countDomains(scope), parameters, prepared)).pipe(
            Effect.map(([counted]) => ({ total: counted?.total ?? 0, items: [] }))
          )
    return run((sql) => sql.unsafe<Array<PageRow>>(selectDomainPage(scope), values, prepared)).pipe(
      Effect.flatMap((rows) => {
        const [first] = rows
        return first === undefined
          ? emptyPage
          : Effect.map(Plans, (plans) => ({ total: first.total, items: rows.map((row) => toDomain(row, plans)) }))
      }),
      Effect.mapError(toStoreError)
    )
  }
