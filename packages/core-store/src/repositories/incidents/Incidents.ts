import type { AcknowledgedVia, CheckRecord, Incident, IncidentDetails, Language } from "@mon/model"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../sql/StoreError.ts"
import type { AccessScope } from "../access/AccessScope.ts"

/** Which incidents to list. */
export interface IncidentPage {
  readonly limit: number
  /** Default: open and resolved ones. */
  readonly state?: Incident["status"]
  /** The id of an incident: only older ones. */
  readonly before?: string
}

/** How somebody acknowledges an incident. */
export interface AcknowledgeWish {
  readonly via: Extract<AcknowledgedVia, "dashboard" | "api">
  readonly note: string | null
}

/** An incident with the facts that its diagnosis is computed from. */
export interface StoredIncident extends Omit<IncidentDetails, "diagnosis"> {
  /** `DiagnosisFacts` of @mon/diagnosis as plain JSON; null if there are none. */
  readonly diagnosisFacts: unknown
  /** The language that the caller has chosen; null: none. */
  readonly language: Language | null
}

/** Downtimes and their checks, limited to what the caller can see. */
export class Incidents extends Context.Service<
  Incidents,
  {
    /**
     * The newest incidents of all domains, including deleted ones; null when the caller cannot see the incident that
     * the page begins after.
     */
    readonly recent: (
      scope: AccessScope,
      page: IncidentPage
    ) => Effect.Effect<ReadonlyArray<Incident> | null, StoreError>
    /** One incident with its evidence, also of a deleted domain; null when the caller cannot see it. */
    readonly find: (scope: AccessScope, id: string) => Effect.Effect<StoredIncident | null, StoreError>
    /** The newest incidents of one domain; null when the caller cannot see it. */
    readonly ofDomain: (
      scope: AccessScope,
      domainId: string,
      limit: number
    ) => Effect.Effect<ReadonlyArray<Incident> | null, StoreError>
    /**
     * Returns whether that changed the incident: the first person who acknowledges an open incident stays. Nothing
     * happens when the caller cannot see it.
     */
    readonly acknowledge: (scope: AccessScope, id: string, wish: AcknowledgeWish) => Effect.Effect<boolean, StoreError>
    /** Takes the acknowledgement of an open incident back; returns whether there was one. */
    readonly unacknowledge: (scope: AccessScope, id: string) => Effect.Effect<boolean, StoreError>
    /** The checks of the last hours, newest first, at most `limit`; null when the caller cannot see the domain. */
    readonly history: (
      scope: AccessScope,
      domainId: string,
      hours: number,
      limit: number
    ) => Effect.Effect<ReadonlyArray<CheckRecord> | null, StoreError>
  }
>()("@mon/core-store/Incidents") {}
