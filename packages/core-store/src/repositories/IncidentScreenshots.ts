import type { PlanName } from "@mon/model"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../StoreError.ts"

/** A look that was recorded, as it was sent. */
export interface RecordedLook {
  readonly monitorKey: string
  /** Milliseconds since the epoch on the database's clock. */
  readonly at: number
}

/** A screenshot to take of a domain: when its incident opened, or when it recovered. */
export interface IncidentShot {
  /** Internal key (bigint as text). */
  readonly incidentKey: string
  readonly moment: "trigger" | "resolution"
  readonly url: string
  /** The account's plan in force. */
  readonly plan: PlanName
  /** The database's clock. */
  readonly now: Date
}

/** The screenshots of incidents: each is taken by one worker, once. */
export class IncidentScreenshots extends Context.Service<
  IncidentScreenshots,
  {
    /** The screenshots that these looks call for because they opened or ended an incident of a domain that wants them; nobody gets one twice. */
    readonly claim: (looks: ReadonlyArray<RecordedLook>) => Effect.Effect<ReadonlyArray<IncidentShot>, StoreError>
    /** Writes the hash of the image to the incident. */
    readonly keep: (shot: Pick<IncidentShot, "incidentKey" | "moment">, hash: string) => Effect.Effect<void, StoreError>
  }
>()("@mon/core-store/IncidentScreenshots") {}
