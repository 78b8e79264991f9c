// Written by `npm run openapi`. Do not edit.
import type { RequestOptions } from "../Paged.ts"
import type { SetStatusHost } from "../records/statusHosts.ts"
import type { StatusPage } from "../records/statusPages.ts"

/** The requests about statusHosts. */
export interface StatusHostsRequests {
  /** Set a status page's custom host name */
  readonly set: (id: string, body: SetStatusHost, options?: RequestOptions) => Promise<StatusPage>
  /** Remove a status page's custom host name */
  readonly remove: (id: string, options?: RequestOptions) => Promise<StatusPage>
  /** Check a status page's custom host name now */
  readonly check: (id: string, options?: RequestOptions) => Promise<StatusPage>
}
