import type { CheckRecord, Incident } from "@mon/model"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../sql/StoreError.ts"
import type { AccessScope } from "../access/AccessScope.ts"

/** Downtimes and the checks behind them, narrowed to what the viewer may see. */
export class Incidents extends Context.Service<
  Incidents,
  {
    /** The newest incidents over all domains, deleted ones included. */
    readonly recent: (viewer: AccessScope, limit: number) => Effect.Effect<ReadonlyArray<Incident>, StoreError>
    /** The newest incidents of one domain; null when the viewer cannot see it. */
    readonly ofDomain: (
      viewer: AccessScope,
      domainId: string,
      limit: number
    ) => Effect.Effect<ReadonlyArray<Incident> | null, StoreError>
    /** The checks of the last hours, newest first, at most `limit`; null when the viewer cannot see the domain. */
    readonly history: (
      viewer: AccessScope,
      domainId: string,
      hours: number,
      limit: number
    ) => Effect.Effect<ReadonlyArray<CheckRecord> | null, StoreError>
  }
>()("@mon/core-store/Incidents") {}
