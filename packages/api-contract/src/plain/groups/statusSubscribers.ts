// Written by `npm run openapi`. Do not edit.
import type { Paged, RequestOptions } from "../Paged.ts"
import type { Deleted } from "../records/several.ts"
import type { StatusAudience, StatusSubscriber } from "../records/statusSubscribers.ts"

/** The requests about statusSubscribers. */
export interface StatusSubscribersRequests {
  /** List subscribers */
  readonly list: (
    id: string,
    query?: {
      readonly page?: number
      readonly limit?: number
      readonly state?: "pending" | "confirmed" | "unsubscribed" | "ended"
    },
    options?: RequestOptions
  ) => Paged<StatusSubscriber>
  /** Count who would be notified */
  readonly audience: (
    id: string,
    query?: {
      readonly componentIds?: string
      readonly access?: "public" | "password" | "email_domains"
      readonly emailDomains?: string
    },
    options?: RequestOptions
  ) => Promise<StatusAudience>
  /** A CSV of subscribers */
  readonly download: (id: string, options?: RequestOptions) => Promise<string>
  /** Remove a subscriber */
  readonly remove: (id: string, subscriberId: string, options?: RequestOptions) => Promise<Deleted>
}
