// Written by `npm run openapi`. Do not edit.
import type { RequestOptions } from "../Paged.ts"
import type { Health, Ready } from "../records/system.ts"

/** The requests about system. */
export interface SystemRequests {
  /** Liveness */
  readonly health: (options?: RequestOptions) => Promise<Health>
  /** Readiness */
  readonly ready: (options?: RequestOptions) => Promise<Ready>
}
