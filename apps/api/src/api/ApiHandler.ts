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
import type {
  CheckPageNow,
  DomainTrials,
  EmailHealthReportCache,
  HostProofs,
  RecordObserver,
  ServiceTrials
} from "@mon/checks"
import type { AccountExports, BlobLinks, Blobs, EntryOf, Repositories, Secrets, StoreError } from "@mon/core-store"
import type { EmailMessage } from "@mon/email-health/effect"
import type { ChannelDestinations, OutgoingMail, ReportPrinter } from "@mon/notifications"
import type { WorkerPool } from "@mon/process-runtime/worker-pool"
import type { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { ApiConfig } from "../ApiConfig.ts"
import type { PublicUrl } from "../PublicUrl.ts"
import type { Caller } from "../auth/Caller.ts"
import type { Passwords } from "../auth/Passwords.ts"
import type { AnswerWithHeaders, EventStream, FileDownload, PlainText } from "../http/HttpResponse.ts"
import type { JsonObject } from "../http/RequestBody.ts"
import type { PaymentProcessor } from "../payments/PaymentProcessor.ts"
import type { StatusPageExport } from "../statusExport/StatusPageExport.ts"
import type { ChannelTester } from "./ChannelTester.ts"
import type { PublicAddresses } from "./PublicAddresses.ts"
import type { WebhookTester } from "./WebhookTester.ts"
import type { EventHub } from "./liveEvents/EventHub.ts"

export type HandlerServices =
  | AccountExports
  | ApiConfig
  | BlobLinks
  | Blobs
  | ChannelDestinations
  | ChannelTester
  | CheckPageNow
  | DomainTrials
  | EmailHealthReportCache
  | EmailMessage
  | EventHub
  | HostProofs
  | OutgoingMail
  | Passwords
  | PaymentProcessor
  | PublicAddresses
  | PublicUrl
  | RecordObserver
  | ReportPrinter
  | Repositories
  | Secrets
  | ServiceTrials
  | SqlClient.SqlClient
  | StatusPageExport
  | WebhookTester
  | WorkerPool

type Api = typeof MonApi

/**
 * The result of a handler: the whole envelope, optionally with more header fields. If the endpoint returns text or
 * bytes, the result is a download, a stream or a text.
 */
type Result<E> =
  EndpointOutput<E> extends string | Uint8Array
    ? FileDownload | EventStream | PlainText
    : EndpointOutput<E> | AnswerWithHeaders<Extract<EndpointOutput<E>, object>>

type Work<A, E> = Effect.Effect<A, EndpointError<E> | StoreError, HandlerServices>

/** Handles a request to an endpoint. The contract has decoded the input. */
type Handle<E> = (request: EndpointInput<E> & { readonly caller: Caller }) => Work<Result<E>, E>

type Check = (body: JsonObject, caller: Caller) => BadRequest | null

/** A handler with a check of the raw body, which runs before the schema decodes the body. */
interface CheckedHandler<E> {
  readonly check: Check
  readonly handle: Handle<E>
}

/**
 * The handler of a POST that returns 201. It first does all slow work and all requests to other systems, and then
 * returns the write as an effect. If the request has an Idempotency-Key, one transaction contains the write and stores
 * its response.
 *
 * `workId` is the id for objects that the handler creates in other systems. A repeated request has the same id.
 */
interface CreatingHandler<E> {
  readonly check?: Check
  /** Whether the write also stores the entry of the audit log, which `entryOf` describes. */
  readonly writesEntry?: boolean
  readonly prepare: (
    request: EndpointInput<E> & {
      readonly caller: Caller
      readonly workId: Effect.Effect<string>
      readonly entryOf: EntryOf<object>
    }
  ) => Work<Work<Result<E>, E>, E>
}

type KeyedGroup = Exclude<GroupName<Api>, "system">

export type GroupHandlers<G extends KeyedGroup> = {
  readonly [N in EndpointName<Api, G>]:
    | Handle<EndpointOf<Api, G, N>>
    | CheckedHandler<EndpointOf<Api, G, N>>
    | CreatingHandler<EndpointOf<Api, G, N>>
}

export type Handlers = { readonly [G in KeyedGroup]: GroupHandlers<G> }

export const ok = <A>(data: A) => ({ success: true, data }) as const
