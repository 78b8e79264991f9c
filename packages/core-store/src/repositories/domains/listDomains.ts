import * as Effect from "effect/Effect"
import type { PostgresJs } from "../../sql/PostgresJs.ts"
import { storeError } from "../../sql/StoreError.ts"
import type { Domains } from "./Domains.ts"
import { domainParameters, type DomainRow, selectDomains, toDomain } from "./DomainRow.ts"
import { kindCodes } from "../monitors/MonitorCodes.ts"

/** Both statements take the same parameters as `selectDomains`. */
const counts = {
  owner: `
    select count(*)::int as total from monitor m
    where m.account_id = $1::bigint and $2::bigint is not null and m.kind = ${kindCodes.domain} and m.deleted_at is null`,
  member: `
    select count(*)::int as total from monitor m
    join domain_access da on da.monitor_id = m.id and da.membership_id = $2::bigint
    where m.account_id = $1::bigint and m.kind = ${kindCodes.domain} and m.deleted_at is null`
} as const

const prepared = { prepare: true }
const toStoreError = storeError("Domains.list")

/** Runs on the bare pool and without a span, because it is the first request of every client. */
export const listDomains =
  ({ run }: PostgresJs["Service"]): Domains["Service"]["list"] =>
  (scope, { limit, page }) => {
    const parameters = [...domainParameters(scope)]
    const text = `${selectDomains(scope)} order by m.id desc limit $3::bigint offset $4::bigint`
    return run((sql) => sql.unsafe<Array<{ total: number }>>(counts[scope.role], parameters, prepared)).pipe(
      Effect.flatMap(([counted]) =>
        Effect.map(
          run((sql) => sql.unsafe<Array<DomainRow>>(text, [...parameters, limit, (page - 1) * limit], prepared)),
          (rows) => ({ total: counted?.total ?? 0, items: rows.map(toDomain) })
        )
      ),
      Effect.mapError(toStoreError)
    )
  }
