// Written by `npm run openapi`. Do not edit.
import type { Listed, RequestOptions } from "../Paged.ts"
import type { CheckEmailHealth, CheckEmailMessage } from "../records/emailHealthParts.ts"
import type {
  EmailHealth,
  EmailHealthPoint,
  EmailHealthStanding,
  EmailHealthVerification,
  EmailMessage
} from "../records/emailHealth.ts"
import type { Repair } from "../records/several.ts"

/** The requests about emailHealth. */
export interface EmailHealthRequests {
  /** Email health of all domains */
  readonly list: (options?: RequestOptions) => Promise<ReadonlyArray<EmailHealthStanding>>
  /** Email health of any domain */
  readonly check: (body: CheckEmailHealth, options?: RequestOptions) => Promise<EmailHealth>
  /** Email health of a monitored domain */
  readonly ofDomain: (
    id: string,
    query?: { readonly fresh?: boolean; readonly reportsReviewed?: boolean },
    options?: RequestOptions
  ) => Promise<EmailHealth>
  /** Verify the repair of a domain */
  readonly verify: (
    id: string,
    query?: { readonly reportsReviewed?: boolean },
    options?: RequestOptions
  ) => Promise<EmailHealthVerification>
  /** Email health history of a domain */
  readonly history: (
    id: string,
    query?: { readonly limit?: number },
    options?: RequestOptions
  ) => Promise<ReadonlyArray<EmailHealthPoint>>
  /** Repairs of a domain */
  readonly repairs: (
    id: string,
    query?: {
      readonly limit?: number
      readonly state?: "open" | "applied" | "verified" | "closed"
      readonly before?: string
    },
    options?: RequestOptions
  ) => Listed<Repair>
  /** Verdict on a received message */
  readonly message: (body: CheckEmailMessage, options?: RequestOptions) => Promise<EmailMessage>
}
