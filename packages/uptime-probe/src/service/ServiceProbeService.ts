import { DnsResolver, layerNode, makeAddressResolver, probeResolver } from "@mon/dns/effect"
import { NetworkPolicy } from "@mon/public-net/effect"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { toPorts } from "../probe/ProbePorts.ts"
import type { ProbeSettings } from "../probe/ProbeOptions.ts"
import type { DnsRequest, DnsResult } from "./probeDns.ts"
import type { TcpRequest, TcpResult } from "./probeTcp.ts"
import type { WebSocketRequest, WebSocketResult } from "./probeWebSocket.ts"
import type { IcmpRequest, IcmpResult } from "./icmp/probeIcmp.ts"
import type { MailRoundTripRequest, MailRoundTripResult } from "./mailRoundTrip/MailRoundTrip.ts"
import type { ProtocolResult } from "./protocol/probeProtocol.ts"
import type { ProtocolFound, ProtocolRequest } from "./protocol/protocols.ts"
import type { StepsRequest, StepsResult } from "../steps/StepsRequest.ts"
import type { CheckEnd } from "./runServiceCheck.ts"
import type { ServiceCheckResult, ServiceRequest } from "./ServiceRequest.ts"
import { serviceChecks, type TlsRequest } from "./ServiceProbe.ts"

/** The settings that all checks of services share. */
export type ServiceProbeSettings = Omit<ProbeSettings, "internalRedirects">

/** The options for a layer that makes its own service probe. */
export interface ServiceProbeLayerOptions extends ServiceProbeSettings {
  /** The name servers, as "address:port". Default: the system's name servers. */
  readonly dnsServers?: ReadonlyArray<string>
  /** The CIDRs that are allowed although they are not public. */
  readonly allow?: ReadonlyArray<string>
}

/** The checks of a {@link ServiceProbe}. */
export interface ServiceChecks {
  /** Checks a service of any type. */
  readonly check: (request: ServiceRequest) => Effect.Effect<ServiceCheckResult>
  /** Connects to "host:port", and performs the steps of a dialogue if there are any. */
  readonly tcp: (request: TcpRequest | string) => Effect.Effect<TcpResult>
  /** Performs a TLS handshake with "host" (port 443) or "host:port". */
  readonly tls: (request: TlsRequest | string) => Effect.Effect<TcpResult>
  /** Asks a DNS server for records. */
  readonly dns: (request: DnsRequest) => Effect.Effect<DnsResult>
  /** Sends ICMP packets to a host. Needs the program fping or ping. */
  readonly icmp: (request: IcmpRequest | string) => Effect.Effect<IcmpResult>
  /** Sends HTTP requests that share cookies and values, such as a sign-in and what follows it. */
  readonly httpSteps: (request: StepsRequest) => Effect.Effect<StepsResult>
  /** Sends a message by SMTP, and waits until it is in a mailbox. */
  readonly mailRoundTrip: (request: MailRoundTripRequest) => Effect.Effect<MailRoundTripResult>
  /** Speaks the protocol of a service, such as that of a database. */
  readonly protocol: <Request extends ProtocolRequest>(
    request: Request
  ) => Effect.Effect<ProtocolResult<ProtocolFound[Request["type"]]>>
  /** Opens a WebSocket connection. */
  readonly webSocket: (request: WebSocketRequest | string) => Effect.Effect<WebSocketResult>
}

const toEffect =
  <Request, Result>(check: (request: Request, end: CheckEnd) => Promise<Result>) =>
  (request: Request): Effect.Effect<Result> =>
    Effect.callback<Result>((resume) => {
      let stop: (() => void) | undefined
      const onBegin = (abandon: () => void) => {
        stop = abandon
      }
      check(request, { onBegin }).then(
        (found) => resume(Effect.succeed(found)),
        (defect: unknown) => resume(Effect.die(defect))
      )
      return Effect.sync(() => stop?.())
    })

/**
 * Checks services that are not web sites. A check never fails, because all failures of a server or of name resolution
 * are part of the result. Interruption ends a check immediately. An invalid request is a defect.
 */
export class ServiceProbe extends Context.Service<ServiceProbe, ServiceChecks>()("@mon/uptime-probe/ServiceProbe") {
  /** Provides the checks. Needs a resolver and an address policy. */
  static readonly layerNoDeps = (
    settings: ServiceProbeSettings = {}
  ): Layer.Layer<ServiceProbe, never, DnsResolver | NetworkPolicy> =>
    Layer.effect(
      ServiceProbe,
      Effect.gen(function* () {
        const resolver = yield* DnsResolver
        const policy = yield* NetworkPolicy
        const resolverAnswers = async (signal: AbortSignal) =>
          (await Effect.runPromise(probeResolver(resolver), { signal })).answers
        const checks = serviceChecks(
          toPorts({ policy, resolve: makeAddressResolver(resolver), resolverAnswers }, settings)
        )
        return ServiceProbe.of({
          check: toEffect(checks.check),
          tcp: toEffect(checks.tcp),
          tls: toEffect(checks.tls),
          dns: toEffect(checks.dns),
          httpSteps: toEffect(checks.httpSteps),
          icmp: toEffect(checks.icmp),
          mailRoundTrip: toEffect(checks.mailRoundTrip),
          protocol: <Request extends ProtocolRequest>(request: Request) => toEffect(checks.protocol<Request>)(request),
          webSocket: toEffect(checks.webSocket)
        })
      })
    )

  /** Provides checks that use node:dns and allow public addresses. */
  static readonly layer = ({
    allow,
    dnsServers,
    ...settings
  }: ServiceProbeLayerOptions = {}): Layer.Layer<ServiceProbe> =>
    ServiceProbe.layerNoDeps(settings).pipe(
      Layer.provide([
        layerNode(dnsServers === undefined ? {} : { servers: dnsServers }),
        NetworkPolicy.layer(allow === undefined ? {} : { allow })
      ])
    )

  /** Provides checks for tests. They return the given results and open no connection. */
  static readonly layerMemory = (checks: Partial<ServiceChecks>): Layer.Layer<ServiceProbe> =>
    Layer.succeed(ServiceProbe, {
      check: checks.check ?? notSupplied,
      tcp: checks.tcp ?? notSupplied,
      tls: checks.tls ?? notSupplied,
      dns: checks.dns ?? notSupplied,
      httpSteps: checks.httpSteps ?? notSupplied,
      icmp: checks.icmp ?? notSupplied,
      mailRoundTrip: checks.mailRoundTrip ?? notSupplied,
      protocol: checks.protocol ?? notSupplied,
      webSocket: checks.webSocket ?? notSupplied
    })
}

const notSupplied = (): Effect.Effect<never> => Effect.die(new Error("The test supplies no result for this check."))
