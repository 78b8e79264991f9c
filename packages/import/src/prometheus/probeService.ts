import type { ServiceType } from "@mon/model"
import { goPattern } from "@mon/uptime-probe"
import { type ServiceDraft, targetOf } from "../document/ServiceDraft.ts"
import { isEntries, SourceObject } from "../reading/SourceObject.ts"

/** The probers of blackbox_exporter that are services in Mon. A module for TCP can also be of another type. */
const probers: ReadonlyMap<string, ServiceType> = new Map([
  ["tcp", "tcp"],
  ["icmp", "icmp"],
  ["dns", "dns"],
  ["grpc", "grpc"]
])

/** The protocols of ports on which a dialogue starts TLS. */
const startTls: ReadonlyMap<string, ServiceType> = new Map([
  ["21", "ftp"],
  ["25", "smtp"],
  ["110", "pop3"],
  ["143", "imap"],
  ["389", "ldap"],
  ["587", "smtp"]
])

const startsTls = (options: unknown): boolean =>
  isEntries(options) &&
  Array.isArray(options["query_response"]) &&
  options["query_response"].some((step) => isEntries(step) && step["starttls"] === true)

/**
 * Returns the type of service that a target is with a prober, or null if Mon does not have the prober. `tcp` contains
 * the options of the prober for TCP.
 */
export const serviceTypeOf = (prober: string, target: string, tcp: unknown): ServiceType | null => {
  const type = probers.get(prober) ?? null
  if (type !== "tcp" || !isEntries(tcp)) return type
  if (startsTls(tcp)) return startTls.get(/:(\d+)$/u.exec(target)?.[1] ?? "") ?? "tcp"
  return tcp["tls"] === true ? "tls" : "tcp"
}

export const unsupportedPattern = (why: string): string => `Mon does not support the pattern: it ${why}.`

/** Adds the dialogue of a module. Returns the reason why that is impossible, or null. */
const stepsFrom = (service: ServiceDraft, tcp: SourceObject): string | null => {
  const steps: Array<Record<string, unknown>> = []
  for (const one of tcp.parts("query_response")) {
    const expected = one.text("expect")
    const sent = one.text("send")
    if (one.flag("starttls") === true) return "The dialogue starts TLS on a port without a usual protocol."
    if (one.has("expect_bytes")) return "The dialogue waits for bytes that are not lines."
    if (expected !== undefined) {
      const read = goPattern(expected)
      if (!read.ok) return unsupportedPattern(read.why)
      one.carried("expect", `check.steps[${steps.length}].receive`)
      steps.push({ receive: read.pattern, ...(read.ignoreCase ? { ignoreCase: true } : {}) })
    }
    if (sent === undefined) continue
    if (expected !== undefined && /\$(?:\d|\{)/u.test(sent)) return "The dialogue sends back a part of the answer."
    one.carried("send", `check.steps[${steps.length}].send`)
    // The exporter ends every text with a line feed (prober/tcp.go).
    steps.push({ send: `${sent}\n` })
  }
  if (steps.length > 0) service.options.set("steps", steps)
  return null
}

const serverNameFrom = (service: ServiceDraft, options: SourceObject): void => {
  const part = options.part("tls_config")
  if (part !== null) service.optionFrom(part, "server_name", "serverName", part.text("server_name"))
}

const tcpFrom = (service: ServiceDraft, tcp: SourceObject): string | null => {
  if (service.type === "tcp" || service.type === "tls") {
    tcp.used("tls")
    if (service.type === "tls") serverNameFrom(service, tcp)
    return stepsFrom(service, tcp)
  }
  service.options.set("tls", "required")
  tcp.changed("query_response", "check.tls", `The check of the type ${service.type} has this dialogue.`)
  serverNameFrom(service, tcp)
  return null
}

const recordTypes = new Set([
  "A",
  "AAAA",
  "CAA",
  "CNAME",
  "DNSKEY",
  "DS",
  "MX",
  "NS",
  "PTR",
  "SOA",
  "SRV",
  "TLSA",
  "TXT"
])
const rcodes = new Set(["NOERROR", "NXDOMAIN", "REFUSED", "SERVFAIL"])

const dnsFrom = (service: ServiceDraft, dns: SourceObject): string | null => {
  const name = dns.text("query_name")
  if (name === undefined) return "It has no name to ask for."
  const type = (dns.text("query_type") ?? "ANY").toUpperCase()
  if (!recordTypes.has(type)) return `Mon does not ask for ${type} records.`
  service.optionFrom(dns, "query_name", "name", name)
  service.optionFrom(dns, "query_type", "recordType", type)
  const isTls = dns.flag("dns_over_tls") === true
  const isTcp = (dns.text("transport_protocol") ?? "udp").startsWith("tcp")
  if (isTls) {
    service.optionFrom(dns, "dns_over_tls", "transport", "tls")
    dns.used("transport_protocol")
  } else service.optionFrom(dns, "transport_protocol", "transport", isTcp ? "tcp" : "udp")
  if (dns.flag("recursion_desired") === false) service.optionFrom(dns, "recursion_desired", "recursion", false)
  const [rcode, ...others] = dns.list("valid_rcodes").map(String)
  if (rcode !== undefined && others.length === 0 && rcodes.has(rcode))
    service.optionFrom(dns, "valid_rcodes", "rcode", rcode)
  else if (rcode !== undefined)
    dns.leftOut("valid_rcodes", "Mon compares the response code with one of the usual codes.")
  return null
}

const grpcFrom = (service: ServiceDraft, grpc: SourceObject): string | null => {
  service.optionFrom(grpc, "service", "service", grpc.text("service"))
  if (grpc.flag("tls") === true) service.optionFrom(grpc, "tls", "tls", "fromStart")
  else grpc.used("tls")
  serverNameFrom(service, grpc)
  return null
}

const icmpFrom = (service: ServiceDraft, icmp: SourceObject): string | null => {
  const size = icmp.number("payload_size")
  if (size !== undefined && size > 0) service.optionFrom(icmp, "payload_size", "packetBytes", size)
  return null
}

const sourceOf = { tcp: tcpFrom, dns: dnsFrom, grpc: grpcFrom, icmp: icmpFrom } as const

/** Sets the options of a service from a module. Returns the reason why that is impossible, or null. */
export const fillProbe = (
  service: ServiceDraft,
  module: SourceObject,
  target: string,
  place: string
): string | null => {
  const { group, type } = service
  service.options.set(type === "dns" ? "server" : "target", type === "icmp" ? targetOf(target) : target)
  group.carried(place, type === "dns" ? "check.server" : "check.target")
  const section = type === "dns" || type === "grpc" || type === "icmp" ? type : "tcp"
  const options = module.part(section) ?? new SourceObject(group, {}, { prefix: `${module.pathOf(section)}.` })
  return sourceOf[section](service, options)
}
