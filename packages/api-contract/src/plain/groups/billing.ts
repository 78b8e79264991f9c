// Written by `npm run openapi`. Do not edit.
import type { RequestOptions } from "../Paged.ts"
import type { Billing, Checkout, Payment, PriceTable } from "../records/billing.ts"

/** The requests about billing. */
export interface BillingRequests {
  /** Billing */
  readonly get: (options?: RequestOptions) => Promise<Billing>
  /** Payments */
  readonly history: (options?: RequestOptions) => Promise<ReadonlyArray<Payment>>
  /** Prices */
  readonly prices: (options?: RequestOptions) => Promise<PriceTable>
  /** Buy */
  readonly checkout: (
    body: {
      readonly type: "pro" | "agency" | "credits_1000" | "credits_5000" | "credits_10000"
      readonly isAddon?: boolean
      readonly addonType?: "domains_10" | "domains_50" | "domains_100"
    },
    options?: RequestOptions
  ) => Promise<Checkout>
}
