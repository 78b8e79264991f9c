import type { CheckRecord, Incident } from "@mon/model"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../sql/StoreError.ts"
import type { AccessScope } from "../access/AccessScope.ts"

/** Downtimes and their checks, limited to what the caller can see. */
export class Incidents extends Context.Service<
  Incidents,
  {
    /** The newest incidents of all domains, including deleted ones. */
    readonly recent: (scope: AccessScope, limit: number) => Effect.Effect<ReadonlyArray<Incident>, StoreError>
    /** The newest incidents of one domain; null when the caller cannot see it. */
    readonly ofDomain: (
      scope: AccessScope,
      domainId: string,
      limit: number
    ) => Effect.Effect<ReadonlyArray<Incident> | null, StoreError>
    /** The checks of the last hours, newest first, at most `limit`; null when the caller cannot see the domain. */
    readonly history: (
      scope: AccessScope,
      domainId: string,
      hours: number,
      limit: number
    ) => Effect.Effect<ReadonlyArray<CheckRecord> | null, StoreError>
  }
>()("@mon/core-store/Incidents") {}
