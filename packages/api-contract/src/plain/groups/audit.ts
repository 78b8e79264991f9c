// Written by `npm run openapi`. Do not edit.
import type { Listed, RequestOptions } from "../Paged.ts"
import type { AuditEntry } from "../records/audit.ts"

/** The requests about audit. */
export interface AuditRequests {
  /** List changes */
  readonly list: (
    query?: {
      readonly limit?: number
      readonly before?: string
      readonly action?: string
      readonly email?: string
      readonly target?: string
      readonly since?: string
      readonly until?: string
    },
    options?: RequestOptions
  ) => Listed<AuditEntry>
  /** A CSV of changes */
  readonly download: (
    query?: {
      readonly action?: string
      readonly email?: string
      readonly target?: string
      readonly since?: string
      readonly until?: string
    },
    options?: RequestOptions
  ) => Promise<string>
}
