import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../sql/StoreError.ts"
import type { AccessScope } from "../access/AccessScope.ts"

/** The repair of an incident that may have moved. */
export interface RepairInMotion {
  /** Internal key (bigint as text). */
  readonly incidentKey: string
  /** Facts that are newer than the stored cause: `DiagnosisFacts` of @mon/diagnosis as plain JSON. Null: none are. */
  readonly facts: unknown
}

/** The repairs of what incidents are about. The trigger that stores the facts of an incident opens its repair. */
export class IncidentRepairs extends Context.Service<
  IncidentRepairs,
  {
    /** Claims up to `limit` repairs that may have moved. Each is claimed at most every few seconds. */
    readonly claim: (limit: number) => Effect.Effect<ReadonlyArray<RepairInMotion>, StoreError>
    /**
     * Stores the class of the likely cause of an incident, null if it is not known. If an incident with the same cause
     * ended within the last days, its repair came undone.
     */
    readonly classify: (incidentKey: string, cause: string | null) => Effect.Effect<void, StoreError>
    /**
     * Moves a repair along its states by what the locations saw since the incident began. Once one of them has seen the
     * site up, each of the others is asked once to check. Writes nothing if nothing is new.
     */
    readonly follow: (incidentKey: string) => Effect.Effect<void, StoreError>
    /**
     * Notes that somebody says that an incident is repaired, and makes its monitor due at once. A monitor whose
     * requests may change something waits for its interval. False: the caller cannot see the incident, or its repair
     * is over.
     */
    readonly report: (scope: AccessScope, incidentId: string) => Effect.Effect<boolean, StoreError>
  }
>()("@mon/core-store/IncidentRepairs") {}
