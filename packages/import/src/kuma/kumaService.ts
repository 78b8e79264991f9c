import type { ServiceType } from "@mon/model"
import { targetOf } from "../document/ServiceDraft.ts"
import { innerJson } from "../reading/readJson.ts"
import { isEntries } from "../reading/SourceObject.ts"
import type { Fill } from "./Fill.ts"
import { connection, database, mongodb, sqlServer } from "./kumaDatabases.ts"

/** The types of Uptime Kuma that are services in Mon (server/monitor-types of louislam/uptime-kuma). */
export const serviceTypes: ReadonlyMap<string, ServiceType> = new Map([
  ["port", "tcp"],
  ["ping", "icmp"],
  ["dns", "dns"],
  ["smtp", "smtp"],
  ["grpc-keyword", "grpc"],
  ["websocket-upgrade", "webSocket"],
  ["postgres", "postgres"],
  ["mysql", "mysql"],
  ["sqlserver", "sqlServer"],
  ["mongodb", "mongodb"],
  ["redis", "redis"],
  ["mqtt", "mqtt"],
  ["snmp", "snmp"],
  ["radius", "radius"],
  ["ntp", "ntp"],
  ["sip-options", "sip"]
])

/** Sets the target from the fields for host and port. Returns the reason why there is none. */
const hostAndPort: Fill = (service, source) => {
  const host = source.text("hostname")
  if (host === undefined) return "It has no host."
  const port = source.text("port")
  service.optionFrom(source, "hostname", "target", targetOf(host.replace(/^[a-z]+:\/\//iu, ""), port))
  if (port !== undefined) source.carried("port", "check.target")
  return null
}

const SECURITY: ReadonlyMap<string, string> = new Map([
  ["secure", "fromStart"],
  ["starttls", "required"],
  ["nostarttls", "never"]
])

const recordTypes = new Set(["A", "AAAA", "CAA", "CNAME", "MX", "NS", "PTR", "SOA", "SRV", "TXT"])

const dns: Fill = (service, source) => {
  const name = source.text("hostname")
  if (name === undefined) return "It has no name to ask for."
  const [server = "1.1.1.1", ...others] = (source.text("dns_resolve_server") ?? "1.1.1.1")
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "")
  const type = (source.text("dns_resolve_type") ?? "A").toUpperCase()
  if (!recordTypes.has(type)) return `Mon does not ask for ${type} records.`
  const port = source.text("port")
  const note = others.length === 0 ? undefined : "Mon asks one server. Only the first one is carried over."
  service.options.set("server", targetOf(server, port))
  if (source.text("dns_resolve_server") === undefined) source.used("dns_resolve_server")
  else if (note === undefined) source.carried("dns_resolve_server", "check.server")
  else source.changed("dns_resolve_server", "check.server", note)
  if (port !== undefined) source.carried("port", "check.server")
  service.optionFrom(source, "hostname", "name", name)
  service.options.set("recordType", type)
  source.carried("dns_resolve_type", "check.recordType")
  return null
}

const HEALTH = "grpc.health.v1.Health"

const grpc: Fill = (service, source) => {
  const url = source.text("grpc_url")
  if (url === undefined) return "It has no address."
  if (source.text("grpc_service_name") !== HEALTH) return `Mon only calls the service ${HEALTH}.`
  service.optionFrom(source, "grpc_url", "target", url.replace(/^grpcs?:\/\//iu, ""))
  source.used("grpc_service_name")
  source.used("grpc_method")
  source.used("grpc_protobuf")
  if (source.flag("grpc_enable_tls") === true) service.optionFrom(source, "grpc_enable_tls", "tls", "fromStart")
  const body = innerJson(source.text("grpc_body") ?? "")
  const name = isEntries(body) ? body["service"] : undefined
  if (typeof name === "string" && name !== "") service.optionFrom(source, "grpc_body", "service", name)
  return null
}

const webSocket: Fill = (service, source) => {
  const url = source.text("url")
  if (url === undefined || !/^wss?:\/\//iu.test(url)) return "It has no ws or wss address."
  service.optionFrom(source, "url", "url", url)
  const names = (source.text("ws_subprotocol") ?? "").split(/[\s,]+/u).filter((name) => name !== "")
  service.optionFrom(source, "ws_subprotocol", "subprotocols", names.length === 0 ? undefined : names)
  return null
}

const comparisons: ReadonlyMap<string, string> = new Map([
  ["==", "equals"],
  [">=", "atLeast"],
  ["<=", "atMost"]
])

const snmp: Fill = (service, source) => {
  const version = source.text("snmp_version") ?? "2c"
  if (version !== "1" && version !== "2c")
    return "Mon does not carry over the users of SNMP 3. Add the monitor by hand."
  const fault = hostAndPort(service, source)
  service.optionFrom(source, "snmp_version", "version", version)
  service.optionFrom(source, "snmp_oid", "oid", source.text("snmp_oid")?.replace(/^\./u, ""))
  service.secretFrom(source, "radius_password", "community")
  const expected = source.text("expected_value")
  const comparison = comparisons.get(source.text("json_path_operator") ?? "==")
  if (expected !== undefined && comparison !== undefined) {
    service.options.set("answer", { [comparison]: comparison === "equals" ? expected : Number(expected) })
    source.carried("expected_value", `check.answer.${comparison}`)
    source.used("json_path_operator")
  }
  return fault
}

const STATIONS = [
  ["radius_called_station_id", "calledStationId"],
  ["radius_calling_station_id", "callingStationId"]
] as const

const fills: Readonly<Partial<Record<ServiceType, Fill>>> = {
  dns,
  grpc,
  webSocket,
  snmp,
  postgres: database(),
  mysql: database("radius_password"),
  sqlServer,
  mongodb,
  redis: connection(false),
  smtp: (service, source) => {
    const fault = hostAndPort(service, source)
    service.optionFrom(source, "smtp_security", "tls", SECURITY.get(source.text("smtp_security") ?? ""))
    return fault
  },
  icmp: (service, source) => {
    const host = source.text("hostname")
    if (host === undefined) return "It has no host."
    service.optionFrom(source, "hostname", "target", host)
    const [size, count] = [source.number("packet_size"), source.number("ping_count")]
    if (size !== undefined && size !== 56) service.optionFrom(source, "packet_size", "packetBytes", size)
    if (count !== undefined && count > 1) service.optionFrom(source, "ping_count", "packets", Math.min(10, count))
    return null
  },
  mqtt: (service, source) => {
    const fault = hostAndPort(service, source)
    if (/^(?:mqtts|wss):/iu.test(source.text("hostname") ?? "")) service.options.set("tls", "fromStart")
    service.loginFrom(source, "mqtt_username", "mqtt_password")
    return fault
  },
  radius: (service, source) => {
    const fault = hostAndPort(service, source)
    service.secretFrom(source, "radius_secret", "secret")
    if (source.text("radius_username") !== undefined) service.loginFrom(source, "radius_username", "radius_password")
    else if (source.text("radius_password") !== undefined) source.leftOut("radius_password", "Mon needs a user name.")
    for (const [field, option] of STATIONS) {
      const text = source.text(field)
      if (text !== undefined && !service.options.has("login")) source.leftOut(field, "Mon uses it only with a login.")
      else service.optionFrom(source, field, option, text)
    }
    return fault ?? (service.options.get("secret") === undefined ? "It has no secret." : null)
  },
  ntp: (service, source) => {
    const fault = hostAndPort(service, source)
    service.optionFrom(source, "ntp_stratum_threshold", "maxStratum", source.number("ntp_stratum_threshold"))
    service.optionFrom(source, "ntp_time_offset_threshold", "maxOffsetMs", source.number("ntp_time_offset_threshold"))
    service.optionFrom(
      source,
      "ntp_root_dispersion_threshold",
      "maxDispersionMs",
      source.number("ntp_root_dispersion_threshold")
    )
    return fault
  }
}

/** Sets the options of a service from a monitor of Uptime Kuma. Returns the reason why that is impossible, or null. */
export const fillKumaService: Fill = (service, source) => (fills[service.type] ?? hostAndPort)(service, source)
