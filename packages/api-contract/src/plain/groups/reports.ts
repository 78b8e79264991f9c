// Written by `npm run openapi`. Do not edit.
import type { RequestOptions } from "../Paged.ts"
import type { AvailabilityReport } from "../records/reports.ts"

/** The requests about reports. */
export interface ReportsRequests {
  /** A report about availability */
  readonly availability: (
    query?: {
      readonly from?: string
      readonly to?: string
      readonly timezone?: string
      readonly tag?: string
      readonly target?: string
    },
    options?: RequestOptions
  ) => Promise<AvailabilityReport>
  /** A CSV of availability */
  readonly download: (
    query?: {
      readonly from?: string
      readonly to?: string
      readonly timezone?: string
      readonly tag?: string
      readonly target?: string
      readonly by?: "domain" | "tag"
    },
    options?: RequestOptions
  ) => Promise<string>
  /** A PDF of availability */
  readonly print: (
    query?: {
      readonly from?: string
      readonly to?: string
      readonly timezone?: string
      readonly tag?: string
      readonly target?: string
      readonly language?: "en" | "de"
    },
    options?: RequestOptions
  ) => Promise<ReadableStream<Uint8Array>>
}
