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
import type { CheckPageNow, DomainTrials, EmailHealthReportCache, HostProofs, RecordObserver } from "@mon/checks"
import type { AccountExports, BlobLinks, Blobs, Repositories, Secrets, StoreError } from "@mon/core-store"
import { DnsResolver, lookUpAddresses } from "@mon/dns/effect"
import type { EmailMessage } from "@mon/email-health/effect"
import type { ChannelDestinations, OutgoingMail, ReportPrinter } from "@mon/notifications"
import type { WorkerPool } from "@mon/process-runtime/worker-pool"
import { vetAddresses } from "@mon/public-net"
import { NetworkPolicy } from "@mon/public-net/effect"
import { Context, Effect, Layer, Option } from "effect"
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
import type { WebhookTester } from "./WebhookTester.ts"
import type { EventHub } from "./liveEvents/EventHub.ts"

/** The services that API handlers need. */
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
  | SqlClient.SqlClient
  | StatusPageExport
  | WebhookTester
  | WorkerPool

type Api = typeof MonApi

/**
 * A handler's result: the whole envelope, with further header fields if need be, or a download, a stream or a text if
 * the endpoint returns text or bytes.
 */
type Result<E> =
  EndpointOutput<E> extends string | Uint8Array
    ? FileDownload | EventStream | PlainText
    : EndpointOutput<E> | AnswerWithHeaders<Extract<EndpointOutput<E>, object>>

type Work<A, E> = Effect.Effect<A, EndpointError<E> | StoreError, HandlerServices>

/** Handles an endpoint: receives input decoded by the contract and returns the result. */
type Handle<E> = (request: EndpointInput<E> & { readonly caller: Caller }) => Work<Result<E>, E>

type Check = (body: JsonObject, caller: Caller) => BadRequest | null

/** A handler with a check of the raw body that runs before the schema. */
interface CheckedHandler<E> {
  readonly check: Check
  readonly handle: Handle<E>
}

/**
 * The handler of a POST that answers 201. It does everything that takes long or reaches other systems, and returns the
 * write. With an Idempotency-Key, the write and its response are one transaction.
 *
 * `workId` is the id of what is created in other systems. A repetition of the request gets the same id.
 */
interface CreatingHandler<E> {
  readonly check?: Check
  readonly prepare: (
    request: EndpointInput<E> & { readonly caller: Caller; readonly workId: Effect.Effect<string> }
  ) => Work<Work<Result<E>, E>, E>
}

/** Endpoint groups that require an API key. */
type KeyedGroup = Exclude<GroupName<Api>, "system">

/** The handlers of one group. A missing handler is a compile error. */
export type GroupHandlers<G extends KeyedGroup> = {
  readonly [N in EndpointName<Api, G>]:
    | Handle<EndpointOf<Api, G, N>>
    | CheckedHandler<EndpointOf<Api, G, N>>
    | CreatingHandler<EndpointOf<Api, G, N>>
}

/** The handlers of all groups that require an API key. */
export type Handlers = { readonly [G in KeyedGroup]: GroupHandlers<G> }

/** The success envelope. */
export const ok = <A>(data: A) => ({ success: true, data }) as const

/** The longest time that the creation of a domain waits for its DNS lookup. */
const LOOKUP_CAP = "2 seconds"

/** Refuses host names that resolve to non-public addresses. */
export class PublicAddresses extends Context.Service<
  PublicAddresses,
  {
    /** True if any address of the host is not public. A host that does not resolve in time is not refused. */
    readonly refuses: (hostname: string) => Effect.Effect<boolean>
  }
>()("@mon/api/PublicAddresses") {
  static readonly layer: Layer.Layer<PublicAddresses, never, DnsResolver | NetworkPolicy> = Layer.effect(
    PublicAddresses,
    Effect.gen(function* () {
      const resolver = yield* DnsResolver
      const policy = yield* NetworkPolicy
      const refuses = Effect.fn("PublicAddresses.refuses")(function* (hostname: string) {
        const answer = yield* Effect.timeoutOption(lookUpAddresses(resolver, hostname), LOOKUP_CAP)
        return Option.isSome(answer) && answer.value.status === "ok" && !vetAddresses(policy, answer.value.addresses).ok
      })
      return PublicAddresses.of({ refuses })
    })
  )
}
