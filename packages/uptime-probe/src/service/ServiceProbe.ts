import { anAbortSignal, argumentsOf, optional, optionsOf } from "@mon/bundled/arguments"
import { makeProbeOutside, type ProbePorts, toPorts } from "../probe/ProbePorts.ts"
import type { ProbeOptions } from "../probe/ProbeOptions.ts"
import { type DnsRequest, type DnsResult, probeDns } from "./probeDns.ts"
import { probeTcp, type TcpRequest, type TcpResult } from "./probeTcp.ts"
import { probeWebSocket, type WebSocketRequest, type WebSocketResult } from "./probeWebSocket.ts"
import { type IcmpRequest, type IcmpResult, probeIcmp } from "./icmp/probeIcmp.ts"
import { probeProtocol, type ProtocolResult } from "./protocol/probeProtocol.ts"
import type { MailRoundTripRequest, MailRoundTripResult } from "./mailRoundTrip/MailRoundTrip.ts"
import { probeMailRoundTrip } from "./mailRoundTrip/probeMailRoundTrip.ts"
import { mailRoundTripRequest, protocolRequest } from "./protocol/protocolKinds.ts"
import type { ProtocolFound, ProtocolRequest } from "./protocol/protocols.ts"
import { probeSteps } from "../steps/probeSteps.ts"
import type { StepsRequest, StepsResult } from "../steps/StepsRequest.ts"
import type { CheckEnd } from "./runServiceCheck.ts"
import { probeFields } from "../argumentKinds.ts"
import { checkMailRoundTrip } from "./sequence/checkMailRoundTrip.ts"
import { checkSteps } from "./sequence/checkSteps.ts"
import { serviceAddress, type ServiceCheckResult, type ServiceRequest, splitRequest } from "./ServiceRequest.ts"
import { serviceRequest } from "./serviceRequestKind.ts"
import { dnsRequest, icmpRequest, tcpRequest, tlsRequest, webSocketRequest } from "./serviceKinds.ts"

/** Options of {@link makeServiceProbe}: the options of a probe for URLs, except the options for redirects. */
export type ServiceProbeOptions = Omit<ProbeOptions, "internalRedirects">

/** A TLS check: a TCP check whose connection begins with the handshake. */
export type TlsRequest = Omit<TcpRequest, "tls">

/**
 * Checks services that are not web sites. All failures of a server or of name resolution are part of the result. Each
 * method rejects with a TypeError if the request is invalid, and with the signal's reason if the signal is aborted.
 */
export interface ServiceProbe {
  /** Checks a service of any type. */
  readonly check: (request: ServiceRequest, signal?: AbortSignal) => Promise<ServiceCheckResult>
  /** Connects to "host:port", and performs the steps of a dialogue if there are any. */
  readonly tcp: (request: TcpRequest | string, signal?: AbortSignal) => Promise<TcpResult>
  /** Performs a TLS handshake with "host" (port 443) or "host:port". */
  readonly tls: (request: TlsRequest | string, signal?: AbortSignal) => Promise<TcpResult>
  /** Asks a DNS server for records. */
  readonly dns: (request: DnsRequest, signal?: AbortSignal) => Promise<DnsResult>
  /** Sends ICMP packets to a host. Needs the program fping or ping. */
  readonly icmp: (request: IcmpRequest | string, signal?: AbortSignal) => Promise<IcmpResult>
  /** Sends HTTP requests that share cookies and values, such as a sign-in and what follows it. */
  readonly httpSteps: (request: StepsRequest, signal?: AbortSignal) => Promise<StepsResult>
  /** Sends a message by SMTP, and waits until it is in a mailbox. */
  readonly mailRoundTrip: (request: MailRoundTripRequest, signal?: AbortSignal) => Promise<MailRoundTripResult>
  /** Speaks the protocol of a service, such as that of a database. */
  readonly protocol: <Request extends ProtocolRequest>(
    request: Request,
    signal?: AbortSignal
  ) => Promise<ProtocolResult<ProtocolFound[Request["type"]]>>
  /** Opens a WebSocket connection. */
  readonly webSocket: (request: WebSocketRequest | string, signal?: AbortSignal) => Promise<WebSocketResult>
}

const acceptMake = /* @__PURE__ */ argumentsOf("makeServiceProbe", () => {
  const { internalRedirects: _internal, ...fields } = probeFields()
  return { options: optional(optionsOf<ServiceProbeOptions>(fields)) }
})

const accepts = {
  check: /* @__PURE__ */ argumentsOf("check", () => ({ request: serviceRequest(), signal: optional(anAbortSignal) })),
  tcp: /* @__PURE__ */ argumentsOf("tcp", () => ({ request: tcpRequest(), signal: optional(anAbortSignal) })),
  tls: /* @__PURE__ */ argumentsOf("tls", () => ({ request: tlsRequest(), signal: optional(anAbortSignal) })),
  dns: /* @__PURE__ */ argumentsOf("dns", () => ({ request: dnsRequest(), signal: optional(anAbortSignal) })),
  icmp: /* @__PURE__ */ argumentsOf("icmp", () => ({ request: icmpRequest(), signal: optional(anAbortSignal) })),
  mailRoundTrip: /* @__PURE__ */ argumentsOf("mailRoundTrip", () => ({
    request: mailRoundTripRequest(),
    signal: optional(anAbortSignal)
  })),
  protocol: /* @__PURE__ */ argumentsOf("protocol", () => ({
    request: protocolRequest(),
    signal: optional(anAbortSignal)
  })),
  webSocket: /* @__PURE__ */ argumentsOf("webSocket", () => ({
    request: webSocketRequest(),
    signal: optional(anAbortSignal)
  }))
}

/** Checks a service of any type, without validating the request. */
const checkAny = async (ports: ProbePorts, any: ServiceRequest, end: CheckEnd): Promise<ServiceCheckResult> => {
  const split = splitRequest(any)
  switch (split.type) {
    case "tcp":
    case "tls": {
      const { received, ...result } = await probeTcp(ports, { ...split.request, tls: split.type === "tls" }, end)
      return { ...result, found: received.length === 0 ? {} : { received } }
    }
    case "dns": {
      const { reply, ...result } = await probeDns(ports, split.request, end)
      const answers = reply?.answers.map(({ data }) => data) ?? []
      return { ...result, found: reply === null ? {} : { rcode: reply.rcode, answers } }
    }
    case "webSocket": {
      const {
        closeCode: _,
        received,
        statusCode,
        subprotocol,
        ...result
      } = await probeWebSocket(ports, split.request, end)
      return { ...result, found: { statusCode, subprotocol, received } }
    }
    case "icmp":
      return probeIcmp(ports, split.request, end)
    case "mailRoundTrip":
      return checkMailRoundTrip(ports, serviceAddress(any)?.url ?? "", split.request, end)
    case "httpSteps":
      return checkSteps(ports, serviceAddress(any)?.url ?? "", split.request, end)
    default:
      return probeProtocol(ports, split.request, end)
  }
}

/**
 * Returns the functions for all kinds of service checks. Each function validates its request, and each check can be
 * aborted.
 */
export const serviceChecks = (ports: ProbePorts) => ({
  check: async (request: ServiceRequest, end: CheckEnd = {}): Promise<ServiceCheckResult> => {
    accepts.check(request, end.signal)
    return checkAny(ports, request, end)
  },
  tcp: async (request: TcpRequest | string, end: CheckEnd = {}): Promise<TcpResult> => {
    accepts.tcp(request, end.signal)
    return probeTcp(ports, typeof request === "string" ? { target: request } : request, end)
  },
  tls: async (request: TlsRequest | string, end: CheckEnd = {}): Promise<TcpResult> => {
    accepts.tls(request, end.signal)
    return probeTcp(ports, { ...(typeof request === "string" ? { target: request } : request), tls: true }, end)
  },
  dns: async (request: DnsRequest, end: CheckEnd = {}): Promise<DnsResult> => {
    accepts.dns(request, end.signal)
    return probeDns(ports, request, end)
  },
  httpSteps: async (request: StepsRequest, { onBegin, signal }: CheckEnd = {}): Promise<StepsResult> =>
    probeSteps(ports, request, signal, onBegin),
  icmp: async (request: IcmpRequest | string, end: CheckEnd = {}): Promise<IcmpResult> => {
    const full = typeof request === "string" ? { target: request } : request
    accepts.icmp(full, end.signal)
    return probeIcmp(ports, full, end)
  },
  mailRoundTrip: async (request: MailRoundTripRequest, end: CheckEnd = {}): Promise<MailRoundTripResult> => {
    accepts.mailRoundTrip(request, end.signal)
    return probeMailRoundTrip(ports, request, end)
  },
  protocol: async <Request extends ProtocolRequest>(request: Request, end: CheckEnd = {}) => {
    accepts.protocol(request, end.signal)
    return probeProtocol(ports, request, end)
  },
  webSocket: async (request: WebSocketRequest | string, end: CheckEnd = {}): Promise<WebSocketResult> => {
    accepts.webSocket(request, end.signal)
    return probeWebSocket(ports, typeof request === "string" ? { url: request } : request, end)
  }
})

export const toServiceProbe = (ports: ProbePorts): ServiceProbe => {
  const checks = serviceChecks(ports)
  return {
    check: (request, signal) => checks.check(request, { signal }),
    tcp: (request, signal) => checks.tcp(request, { signal }),
    tls: (request, signal) => checks.tls(request, { signal }),
    dns: (request, signal) => checks.dns(request, { signal }),
    httpSteps: (request, signal) => checks.httpSteps(request, { signal }),
    icmp: (request, signal) => checks.icmp(request, { signal }),
    mailRoundTrip: (request, signal) => checks.mailRoundTrip(request, { signal }),
    protocol: (request, signal) => checks.protocol(request, { signal }),
    webSocket: (request, signal) => checks.webSocket(request, { signal })
  }
}

/**
 * Makes a probe for services that are not web sites. Reuse the probe, because making one takes as long as many checks.
 *
 * @example
 * ```ts
 * const probe = makeServiceProbe()
 * const { verdict } = await probe.tcp("db.example.com:5432")
 * ```
 */
export const makeServiceProbe = (options: ServiceProbeOptions = {}): ServiceProbe => {
  acceptMake(options)
  return toServiceProbe(toPorts(makeProbeOutside(options), options))
}
