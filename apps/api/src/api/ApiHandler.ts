import type {
  BadRequest,
  EndpointError,
  EndpointInput,
  EndpointName,
  EndpointOf,
  EndpointOutput,
  GroupName,
  MonApi
} from "@mon/api-contract"
import type { CheckUrlNow, EmailHealthReportCache } from "@mon/checks"
import type {
  Accounts,
  RateLimitedAttempts,
  Billing,
  BlobLinks,
  Domains,
  EmailHealthChecks,
  Incidents,
  Ledger,
  Locations,
  Notifications,
  AccountSummary,
  Secrets,
  SimulationShares,
  Simulations,
  StoreError,
  Tags,
  Team,
  UrlMonitors,
  Webhooks
} from "@mon/core-store"
import type { OutgoingMail } from "@mon/notifications"
import type { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { ApiConfig } from "../ApiConfig.ts"
import type { Caller } from "../auth/Caller.ts"
import type { PublicAddresses } from "./PublicAddresses.ts"
import type { PaymentProcessor } from "../payments/PaymentProcessor.ts"
import type { FileDownload } from "../http/HttpResponse.ts"
import type { JsonObject } from "../http/RequestBody.ts"
import type { PublicUrl } from "../PublicUrl.ts"
import type { WebhookTester } from "./WebhookTester.ts"

/** What handlers work with. */
export type HandlerServices =
  | Accounts
  | ApiConfig
  | RateLimitedAttempts
  | Billing
  | BlobLinks
  | CheckUrlNow
  | Domains
  | EmailHealthReportCache
  | EmailHealthChecks
  | Incidents
  | Ledger
  | Locations
  | OutgoingMail
  | AccountSummary
  | PaymentProcessor
  | PublicAddresses
  | PublicUrl
  | UrlMonitors
  | Notifications
  | Secrets
  | SimulationShares
  | Simulations
  | SqlClient.SqlClient
  | Tags
  | Team
  | Webhooks
  | WebhookTester

type Api = typeof MonApi

/** What a handler returns: the whole envelope, or a download for an endpoint whose success is a text. */
type Result<E> = EndpointOutput<E> extends string ? FileDownload : EndpointOutput<E>

/** Handles an endpoint: input decoded by the contract in, its result out. */
type Handle<E> = (
  request: EndpointInput<E> & { readonly caller: Caller }
) => Effect.Effect<Result<E>, EndpointError<E> | StoreError, HandlerServices>

/** A handler, and errors of its body that must come before those of the schema. */
interface CheckedHandler<E> {
  readonly check: (body: JsonObject, caller: Caller) => BadRequest | null
  readonly handle: Handle<E>
}

/** The groups that need a key. */
type KeyedGroup = Exclude<GroupName<Api>, "system">

/** The handlers of one group; one that is missing does not compile. */
export type GroupHandlers<G extends KeyedGroup> = {
  readonly [N in EndpointName<Api, G>]: Handle<EndpointOf<Api, G, N>> | CheckedHandler<EndpointOf<Api, G, N>>
}

/** The handlers of all groups that need a key. */
export type Handlers = { readonly [G in KeyedGroup]: GroupHandlers<G> }

/** The envelope of one result. */
export const ok = <A>(data: A) => ({ success: true, data }) as const
