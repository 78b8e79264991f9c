// Written by `npm run openapi`. Do not edit.
import type { RequestOptions } from "../Paged.ts"
import type { MonitorList } from "../records/monitors.ts"

/** The requests about monitors. */
export interface MonitorsRequests {
  /** All monitors in one response */
  readonly list: (options?: RequestOptions) => Promise<MonitorList>
  /** The last checks as Prometheus metrics */
  readonly prometheus: (options?: RequestOptions) => Promise<string>
}
