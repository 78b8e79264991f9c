import { isPublicId, Plans } from "@mon/model"
import * as Effect from "effect/Effect"
import type { PostgresJs } from "../../sql/PostgresJs.ts"
import { storeError } from "../../sql/StoreError.ts"
import type { Domains } from "./Domains.ts"
import { domainParameters, type DomainRow, selectDomains, toDomain } from "./DomainRow.ts"

const toStoreError = storeError("Domains.find")

/** Runs on the bare pool and without a span, because it is the most frequent read. */
export const findDomain =
  ({ run }: PostgresJs["Service"]): Domains["Service"]["find"] =>
  (scope, id) =>
    isPublicId(id)
      ? Effect.flatMap(Plans, (plans) =>
          run((sql) =>
            sql.unsafe<Array<DomainRow>>(
              `${selectDomains(scope)} and m.public_id = $3::uuid`,
              [...domainParameters(scope), id],
              {
                prepare: true
              }
            )
          ).pipe(
            Effect.map(([row]) => (row === undefined ? null : toDomain(row, plans))),
            Effect.mapError(toStoreError)
          )
        )
      : Effect.succeed(null)
