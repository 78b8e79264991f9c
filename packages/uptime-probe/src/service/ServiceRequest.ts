import { anything, argumentsOf, aString } from "@mon/bundled/arguments"
import type { RecordType } from "@mon/dns"
import type { DnsExpectation } from "./DnsExpectation.ts"
import { dnsPort, type DnsRequest } from "./probeDns.ts"
import { TLS_PORT, type TcpRequest } from "./probeTcp.ts"
import type { WebSocketRequest } from "./probeWebSocket.ts"
import type { IcmpRequest } from "./icmp/probeIcmp.ts"
import { portOf, type ProtocolRequest } from "./protocol/protocols.ts"
import { serviceRequest } from "./serviceRequestKind.ts"
import type { ServiceResult } from "./ServiceResult.ts"
import { readHost, readTarget, writeTarget } from "./ServiceTarget.ts"

/**
 * A check of any service: a union by `type`. The types `tcp`, `tls`, `dns`, `icmp` and `webSocket` have the fields of
 * the methods with the same names. In a check of a DNS server, `recordType` is the type of the records.
 */
export type ServiceRequest =
  | ProtocolRequest
  | ({ readonly type: "tcp" } & Omit<TcpRequest, "tls">)
  | ({ readonly type: "tls" } & Omit<TcpRequest, "tls">)
  | ({ readonly type: "icmp" } & IcmpRequest)
  | ({ readonly type: "webSocket" } & WebSocketRequest)
  | ({ readonly type: "dns"; readonly recordType: RecordType } & Omit<DnsRequest, "type">)

/** The result of a check of any service. */
export interface ServiceCheckResult extends ServiceResult<DnsExpectation> {
  /** What the check found out about the service, also if the check failed later. The fields depend on the type. */
  readonly found: Readonly<Record<string, unknown>>
}

/** The address of a service. */
export interface ServiceAddress {
  /** The type, the host and the port, such as "postgres://db.example.com:5432". */
  readonly url: string
  /** A name in ASCII or an address, in lower case and without brackets. */
  readonly hostname: string
  /** Null for ICMP, which has no ports. */
  readonly port: number | null
}

const ofTarget = (type: string, text: string, defaultPort: number | null): ServiceAddress | null => {
  const target = readTarget(text, defaultPort)
  return target === null ? null : { ...target, url: `${type}://${writeTarget(target)}` }
}

const ofUrl = (text: string): ServiceAddress | null => {
  const url = URL.parse(text)
  if (url === null) return null
  const target = readTarget(url.host, url.protocol === "wss:" ? TLS_PORT : 80)
  return target === null ? null : { ...target, url: `${url.protocol}//${writeTarget(target)}${url.pathname}` }
}

const ofHost = (text: string): ServiceAddress | null => {
  const hostname = readHost(text)
  return hostname === null
    ? null
    : { hostname, port: null, url: `icmp://${hostname.includes(":") ? `[${hostname}]` : hostname}` }
}

type Split =
  | { readonly type: "protocol"; readonly request: ProtocolRequest }
  | { readonly type: "dns"; readonly request: DnsRequest }
  | { readonly type: "tcp" | "tls"; readonly request: Omit<TcpRequest, "tls"> }
  | { readonly type: "icmp"; readonly request: IcmpRequest }
  | { readonly type: "webSocket"; readonly request: WebSocketRequest }

/** Converts a request to that of the method with the name of its type, or of the method `protocol`. */
export const splitRequest = (request: ServiceRequest): Split => {
  switch (request.type) {
    case "dns": {
      const { recordType, ...rest } = request
      return { type: "dns", request: { ...rest, type: recordType } }
    }
    case "tcp":
    case "tls":
      return { type: request.type, request }
    case "icmp":
      return { type: "icmp", request }
    case "webSocket":
      return { type: "webSocket", request }
    default:
      return { type: "protocol", request }
  }
}

let known: ReturnType<typeof serviceRequest> | undefined

/** Returns the fault of a request. Null if it has none. The kinds of all types are made only once. */
const faultOf = (value: unknown) => {
  known ??= serviceRequest()
  return known.fault(value)
}

const isServiceRequest = (value: unknown): boolean => {
  try {
    return faultOf(value) === null
  } catch {
    // A getter or a proxy in the value threw an error.
    return false
  }
}

/**
 * Returns the reason why a value is not the check of a service, as a sentence that begins with the name of the value.
 * Returns null if it is one.
 *
 * @example
 * ```ts
 * serviceFault({ type: "ssh", target: "git.example.com" }, "check") // => null
 * ```
 */
export const serviceFault = (value: unknown, name: string): string | null => {
  acceptServiceFault(value, name)
  try {
    const fault = faultOf(value)
    return fault === null ? null : `${name}${fault.path} ${fault.problem}.`
  } catch {
    // A getter or a proxy in the value threw an error.
    return `${name} cannot be read.`
  }
}

const acceptServiceFault = /* @__PURE__ */ argumentsOf("serviceFault", () => ({ value: anything, name: aString }))

/**
 * Returns the address of a service. Null if the request is not valid.
 *
 * @example
 * ```ts
 * serviceAddress({ type: "smtp", target: "mx.example.com" })?.url // => "smtp://mx.example.com:25"
 * ```
 */
export const serviceAddress = (request: ServiceRequest): ServiceAddress | null =>
  isServiceRequest(request) ? addressOf(request) : null

const addressOf = (request: ServiceRequest): ServiceAddress | null => {
  switch (request.type) {
    case "icmp":
      return ofHost(request.target)
    case "webSocket":
      return ofUrl(request.url)
    case "dns":
      return ofTarget("dns", request.server, dnsPort(request.transport))
    case "tcp":
      return ofTarget("tcp", request.target, null)
    case "tls":
      return ofTarget("tls", request.target, TLS_PORT)
    default:
      return ofTarget(request.type, request.target, portOf(request))
  }
}
