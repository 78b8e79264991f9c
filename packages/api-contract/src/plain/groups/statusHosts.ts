// Written by `npm run openapi`. Do not edit.
import type { RequestOptions } from "../Paged.ts"
import type { SetStatusHost } from "../records/statusHosts.ts"
import type { StatusPage } from "../records/several.ts"

/** The requests about statusHosts. */
export interface StatusHostsRequests {
  /** Set the own host name of a status page */
  readonly set: (id: string, body: SetStatusHost, options?: RequestOptions) => Promise<StatusPage>
  /** Remove the own host name of a status page */
  readonly remove: (id: string, options?: RequestOptions) => Promise<StatusPage>
  /** Check the own host name of a status page now */
  readonly check: (id: string, options?: RequestOptions) => Promise<StatusPage>
}
