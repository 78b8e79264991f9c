import { UsageError } from "@mon/bundled/command-line"
import type { RecordType } from "@mon/dns"
import { isExpectation } from "../argumentKinds.ts"
import type { Expectation } from "../expect/Expectation.ts"
import type { DnsExpectation } from "../service/DnsExpectation.ts"
import type { DnsRequest } from "../service/probeDns.ts"
import { TLS_PORT, type TcpRequest, type TcpStep } from "../service/probeTcp.ts"
import type { WebSocketRequest } from "../service/probeWebSocket.ts"
import { isProtocolRequest } from "../service/protocol/protocolKinds.ts"
import { isProtocolType, type ProtocolRequest, type ProtocolUse } from "../service/protocol/protocols.ts"
import type { ServiceProbe, TlsRequest } from "../service/ServiceProbe.ts"
import type { ServiceExpectation, ServiceResult } from "../service/ServiceResult.ts"
import { isDnsExpectation, isDnsRequest, isServiceExpectation } from "../service/serviceKinds.ts"
import { readHost, readTarget } from "../service/ServiceTarget.ts"

export type ServiceUrl =
  | { readonly kind: "tcp" | "tls"; readonly target: string }
  | { readonly kind: "icmp"; readonly target: string }
  | { readonly kind: "protocol"; readonly request: ProtocolRequest }
  | ({ readonly kind: "dns" } & Pick<DnsRequest, "name" | "server" | "transport" | "type">)
  | { readonly kind: "webSocket"; readonly url: string }

export type GivenExpectation = Expectation | DnsExpectation

const FORM = /^([a-z\d+]+):\/\/([^/]*)(\/.*)?$/iu
const DNS_PATH = /^\/([^/?#]+)(?:\?type=([a-z\d]+))?$/iu

/** The other names of protocols in URLs, and the names that stand for TLS from the start. */
const SCHEMES: ReadonlyMap<string, ProtocolUse> = new Map([
  ["amqps", { type: "amqp", tls: "fromStart" }],
  ["ftps", { type: "ftp", tls: "fromStart" }],
  ["imaps", { type: "imap", tls: "fromStart" }],
  ["ldaps", { type: "ldap", tls: "fromStart" }],
  ["mariadb", { type: "mysql" }],
  ["mqtts", { type: "mqtt", tls: "fromStart" }],
  ["mssql", { type: "sqlServer" }],
  ["pop3s", { type: "pop3", tls: "fromStart" }],
  ["postgresql", { type: "postgres" }],
  ["rediss", { type: "redis", tls: "fromStart" }],
  ["smtps", { type: "smtp", tls: "fromStart" }],
  ["sqlserver", { type: "sqlServer" }]
])

/** Parses `redis://host`, `rediss://host`, or `smtp+starttls://host`, which requires TLS. */
const protocolUrl = (scheme: string, target: string): ServiceUrl | null => {
  const [name = "", suffix] = scheme.split("+")
  const use: ProtocolUse | null = SCHEMES.get(name) ?? (isProtocolType(name) ? { type: name } : null)
  if (use === null || (suffix !== undefined && suffix !== "starttls")) return null
  const request = { ...use, ...(suffix === undefined ? {} : { tls: "required" }), target }
  return isProtocolRequest(request) ? { kind: "protocol", request } : null
}

/** Parses `dns://server/name?type=MX` (RFC 4501), also for DNS over TLS. */
const dnsUrl = (server: string, path: string, transport: "tls" | "udp"): ServiceUrl | null => {
  const [, name = "", type = "A"] = DNS_PATH.exec(path) ?? []
  const request = { server, name, type: type.toUpperCase() as RecordType, transport }
  return isDnsRequest(request) ? { kind: "dns", ...request } : null
}

export const readServiceUrl = (text: string): ServiceUrl | null => {
  const [, scheme = "", host = "", path = ""] = FORM.exec(text) ?? []
  const isBare = path === "" || path === "/"
  switch (scheme.toLowerCase()) {
    case "tcp":
      return isBare && readTarget(host, null) !== null ? { kind: "tcp", target: host } : null
    case "tls":
      return isBare && readTarget(host, TLS_PORT) !== null ? { kind: "tls", target: host } : null
    case "icmp":
      return isBare && readHost(host) !== null ? { kind: "icmp", target: host } : null
    case "dns":
      return dnsUrl(host, path, "udp")
    case "dns+tls":
      return dnsUrl(host, path, "tls")
    case "ws":
    case "wss":
      return URL.canParse(text) ? { kind: "webSocket", url: text } : null
    default:
      return isBare ? protocolUrl(scheme.toLowerCase(), host) : null
  }
}

export interface ServiceValues {
  readonly timeout: number
  readonly ipv4: boolean
  readonly ipv6: boolean
  readonly send: string | null
  readonly receive: string | null
  readonly header: ReadonlyArray<readonly [name: string, value: string]>
  readonly "max-time": number | null
  readonly "certificate-days": number | null
  readonly expect: ReadonlyArray<GivenExpectation>
}

/** The options for each kind of service, in addition to the options of all kinds. */
const TAKES: Readonly<Record<ServiceUrl["kind"], ReadonlySet<string>>> = {
  tcp: new Set(["send", "receive"]),
  tls: new Set(["send", "receive", "certificate-days"]),
  icmp: new Set(),
  protocol: new Set(["certificate-days"]),
  dns: new Set(["certificate-days"]),
  webSocket: new Set(["send", "receive", "certificate-days", "header"])
}

/** The options that only some URLs accept. */
const SPECIAL = [
  "bearer",
  "certificate-days",
  "data",
  "header",
  "matches",
  "method",
  "no-follow",
  "no-text",
  "receive",
  "records",
  "send",
  "status",
  "text",
  "user"
] as const

const isGiven = (name: string, value: unknown): boolean => {
  if (Array.isArray(value)) return value.length > 0
  return name === "method" ? value !== "GET" : value !== null && value !== false && value !== undefined
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["\\", "\\"]
])

/**
 * Replaces the escapes \r, \n, \t and \\ with the characters that they stand for, because a shell passes escapes on
 * unchanged.
 */
const unescaped = (text: string): string =>
  text.replaceAll(/\\([nrt\\])/gu, (_all, letter: string) => ESCAPES.get(letter) ?? "")

const shared = ({ expect, ipv4, ipv6, timeout, ...values }: ServiceValues) => {
  const days = values["certificate-days"]
  const seconds = values["max-time"]
  return {
    options: { timeoutMs: timeout * 1_000, ...(ipv4 ? { family: 4 as const } : ipv6 ? { family: 6 as const } : {}) },
    expect: [
      ...(seconds === null ? [] : [{ responseTimeMs: Math.ceil(seconds * 1_000) }]),
      ...(days === null ? [] : [{ certificate: "valid" as const, minimumDays: Math.ceil(days) }]),
      ...expect
    ]
  }
}

/** Throws a UsageError if this kind of check does not accept one of the expectations. */
const only = <A extends GivenExpectation>(
  expect: ReadonlyArray<GivenExpectation>,
  isOne: (value: unknown) => value is A
): ReadonlyArray<A> =>
  expect.map((one) => {
    if (!isOne(one)) throw new UsageError(`--expect cannot be ${JSON.stringify(one)} for this URL.`)
    return one
  })

const stepsOf = ({ receive, send }: ServiceValues): ReadonlyArray<TcpStep> => [
  ...(send === null ? [] : [{ send: unescaped(send) }]),
  ...(receive === null ? [] : [{ receive }])
]

export const webExpectations = (expect: ReadonlyArray<GivenExpectation>): ReadonlyArray<Expectation> =>
  only(expect, isExpectation)

/** Throws a UsageError if an option does not apply to this service. */
export const serviceCheckOf = (
  url: ServiceUrl,
  values: ServiceValues & Readonly<Record<string, unknown>>
): ((probe: ServiceProbe, signal: AbortSignal) => Promise<ServiceResult<DnsExpectation | ServiceExpectation>>) => {
  const refused = SPECIAL.find((name) => isGiven(name, values[name]) && !TAKES[url.kind].has(name))
  if (refused !== undefined) throw new UsageError(`--${refused} cannot be used with this kind of URL.`)
  const { expect, options } = shared(values)
  switch (url.kind) {
    case "dns": {
      const { kind: _kind, ...query } = url
      const request: DnsRequest = { ...query, ...options, expect: only(expect, isDnsExpectation) }
      return (probe, signal) => probe.dns(request, signal)
    }
    case "icmp": {
      const request = { target: url.target, ...options, expect: only(expect, isServiceExpectation) }
      return (probe, signal) => probe.icmp(request, signal)
    }
    case "protocol": {
      const request = { ...url.request, ...options, expect: only(expect, isServiceExpectation) }
      return (probe, signal) => probe.protocol(request, signal)
    }
    case "webSocket": {
      const { header: headers, receive, send } = values
      const request: WebSocketRequest = {
        url: url.url,
        ...options,
        expect: only(expect, isServiceExpectation),
        ...(headers.length === 0 ? {} : { headers: Object.fromEntries(headers) }),
        ...(send === null ? {} : { send: unescaped(send) }),
        ...(receive === null ? {} : { receive })
      }
      return (probe, signal) => probe.webSocket(request, signal)
    }
    case "tcp":
    case "tls": {
      const request: TcpRequest & TlsRequest = {
        target: url.target,
        ...options,
        steps: stepsOf(values),
        expect: only(expect, isServiceExpectation)
      }
      return (probe, signal) => probe[url.kind === "tls" ? "tls" : "tcp"](request, signal)
    }
  }
}
