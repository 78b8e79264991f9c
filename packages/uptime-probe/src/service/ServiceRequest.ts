import { anything, argumentsOf, aString } from "@mon/bundled/arguments"
import type { RecordType } from "@mon/dns"
import type { DnsExpectation } from "./DnsExpectation.ts"
import { dnsPort, type DnsRequest } from "./probeDns.ts"
import { TLS_PORT, type TcpRequest } from "./probeTcp.ts"
import type { WebSocketRequest } from "./probeWebSocket.ts"
import type { IcmpRequest } from "./icmp/probeIcmp.ts"
import type { MailRoundTripCheck } from "./mailRoundTrip/MailRoundTrip.ts"
import { portOf, type ProtocolRequest } from "./protocol/protocols.ts"
import type { StepsCheck } from "./sequence/checkSteps.ts"
import { serviceRequest } from "./serviceRequestKind.ts"
import type { ServiceResult } from "./ServiceResult.ts"
import { readHost, readTarget, writeTarget } from "./ServiceTarget.ts"

/**
 * A check of any service: a union by `type`. The types `tcp`, `tls`, `dns`, `icmp` and `webSocket` have the fields of
 * the methods with the same names. In a check of a DNS server, `recordType` is the type of the records. In a round trip
 * of a message, `authentication` has the results that the receiving server must report, and the time within which the
 * message must arrive depends on `timeoutMs`, which is the time limit for the whole check.
 */
export type ServiceRequest =
  | ProtocolRequest
  | ({ readonly type: "tcp" } & Omit<TcpRequest, "tls">)
  | ({ readonly type: "tls" } & Omit<TcpRequest, "tls">)
  | ({ readonly type: "icmp" } & IcmpRequest)
  | ({ readonly type: "webSocket" } & WebSocketRequest)
  | ({ readonly type: "dns"; readonly recordType: RecordType } & Omit<DnsRequest, "type">)
  | MailRoundTripCheck
  | StepsCheck

/** The result of a check of any service. */
export interface ServiceCheckResult extends ServiceResult<DnsExpectation> {
  /** What the check found out about the service, also if the check failed later. The fields depend on the type. */
  readonly found: Readonly<Record<string, unknown>>
}

/** The address of a service. */
export interface ServiceAddress {
  /**
   * The type, the host and the port, such as "postgres://db.example.com:5432". The URL of a check with several hosts
   * contains all of them: "mailRoundTrip://smtp.example.com:587/imap.example.com:143", and for HTTP in steps each
   * different origin, as in "httpSteps:https://login.example.com,https://shop.example.com".
   */
  readonly url: string
  /** A name in ASCII or an address, in lower case and without brackets. The first host if the check has several. */
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
  | { readonly type: "mailRoundTrip"; readonly request: MailRoundTripCheck }
  | { readonly type: "httpSteps"; readonly request: StepsCheck }

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
    case "mailRoundTrip":
      return { type: "mailRoundTrip", request }
    case "httpSteps":
      return { type: "httpSteps", request }
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

/**
 * Returns the addresses of all hosts to which a check connects, in the order of its parts. Empty if the request is not
 * valid.
 *
 * @example
 * ```ts
 * serviceAddresses({ type: "smtp", target: "mx.example.com" }).map(({ port }) => port) // => [25]
 * ```
 */
export const serviceAddresses = (request: ServiceRequest): ReadonlyArray<ServiceAddress> => {
  if (!isServiceRequest(request)) return []
  if (request.type === "mailRoundTrip") return mailAddresses(request)
  if (request.type === "httpSteps") return stepAddresses(request)
  const address = addressOf(request)
  return address === null ? [] : [address]
}

const HTTP_PORT = 80

const mailAddresses = ({ receive, send }: MailRoundTripCheck): ReadonlyArray<ServiceAddress> =>
  [
    ofTarget("smtp", send.target, portOf({ ...send, type: "smtp" })),
    ofTarget("imap", receive.target, portOf({ ...receive, type: "imap" }))
  ].filter((address) => address !== null)

/** Returns the address of each different origin. */
const stepAddresses = ({ steps }: StepsCheck): ReadonlyArray<ServiceAddress> =>
  [...new Set(steps.map(({ url }) => new URL(url).origin))].flatMap((origin) => {
    const { host, protocol } = new URL(origin)
    const target = readTarget(host, protocol === "https:" ? TLS_PORT : HTTP_PORT)
    return target === null ? [] : [{ ...target, url: origin }]
  })

/** Returns the address of a check with several hosts. It does not depend on the order of steps. */
const joined = (addresses: ReadonlyArray<ServiceAddress>, url: string): ServiceAddress | null => {
  const [first] = addresses
  return first === undefined ? null : { hostname: first.hostname, port: first.port, url }
}

const ofMail = (request: MailRoundTripCheck): ServiceAddress | null => {
  const addresses = mailAddresses(request)
  return joined(addresses, `mailRoundTrip://${addresses.map(({ url }) => new URL(url).host).join("/")}`)
}

const ofSteps = (request: StepsCheck): ServiceAddress | null => {
  const addresses = stepAddresses(request)
  return joined(
    addresses,
    `httpSteps:${addresses
      .map(({ url }) => url)
      .toSorted()
      .join(",")}`
  )
}

const addressOf = (request: ServiceRequest): ServiceAddress | null => {
  switch (request.type) {
    case "mailRoundTrip":
      return ofMail(request)
    case "httpSteps":
      return ofSteps(request)
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
