// Written by `npm run openapi`. Do not edit.
import type { Listed, RequestOptions } from "../Paged.ts"
import type { Incident } from "../records/incidents.ts"
import type { Status } from "../records/dashboard.ts"

/** The requests about dashboard. */
export interface DashboardRequests {
  /** Dashboard */
  readonly status: (options?: RequestOptions) => Promise<Status>
  /** Recent incidents */
  readonly incidents: (
    query?: { readonly limit?: number; readonly state?: "open" | "resolved"; readonly before?: string },
    options?: RequestOptions
  ) => Listed<Incident>
}
