// Written by `npm run openapi`. Do not edit.
import type { RequestOptions } from "../Paged.ts"
import type { AcknowledgeIncident, Incident, IncidentDetails, IncidentRepair } from "../records/incidents.ts"

/** The requests about incidents. */
export interface IncidentsRequests {
  /** One incident */
  readonly get: (id: string, options?: RequestOptions) => Promise<IncidentDetails>
  /** Acknowledge an incident */
  readonly acknowledge: (id: string, body: AcknowledgeIncident, options?: RequestOptions) => Promise<Incident>
  /** Take an acknowledgement back */
  readonly unacknowledge: (id: string, options?: RequestOptions) => Promise<Incident>
  /** Verify the repair of an incident */
  readonly verify: (id: string, options?: RequestOptions) => Promise<IncidentRepair>
}
