import type { ServiceType } from "@mon/model"
import { isPlaceholder, PLACEHOLDER } from "../document/NamedDraft.ts"
import { type ServiceDraft, targetOf } from "../document/ServiceDraft.ts"
import type { SourceObject } from "../reading/SourceObject.ts"
import { innerJson } from "../reading/readJson.ts"
import { isEntries } from "../reading/SourceObject.ts"

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

type Fill = (service: ServiceDraft, source: SourceObject) => string | null

/** Sets the target from the fields for host and port. Returns the reason why there is none. */
const hostAndPort: Fill = (service, source) => {
  const host = source.text("hostname")
  if (host === undefined) return "It has no host."
  const port = source.text("port")
  service.optionFrom(source, "hostname", "target", targetOf(host.replace(/^[a-z]+:\/\//iu, ""), port))
  if (port !== undefined) source.carried("port", "check.target")
  return null
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const CONNECTION = "database_connection_string"

/** Splits a connection string in the form of a URL into the target, the login and the database. */
const connection =
  (hasLogin: boolean, hasDatabase: boolean, passwordField: string | null = null): Fill =>
  (service, source) => {
    const text = source.text(CONNECTION) ?? ""
    const url = URL.parse(text)
    if (url === null || url.hostname === "") return "The connection string cannot be read."
    service.options.set("target", targetOf(url.hostname, url.port))
    const password = (passwordField === null ? undefined : source.text(passwordField)) ?? decoded(url.password)
    const database = decoded(url.pathname.replace(/^\//u, ""))
    if (passwordField !== null && source.text(passwordField) !== undefined)
      source.carried(passwordField, "check.login.password")
    const lost: Array<string> = []
    if (hasLogin && isPlaceholder(password)) lost.push(PLACEHOLDER)
    else if (hasLogin && password !== "") service.options.set("login", { username: decoded(url.username), password })
    else if (password !== "" || url.username !== "") lost.push("Mon checks this type without a login.")
    if (hasDatabase && database !== "") service.options.set("database", database)
    if (url.protocol === "rediss:") service.options.set("tls", "fromStart")
    if (url.search !== "") lost.push("The options of the connection string are left out.")
    if (lost.length === 0) source.carried(CONNECTION, "check")
    else source.changed(CONNECTION, "check", lost.join(" "))
    return null
  }

const database =
  (...parts: Parameters<typeof connection>): Fill =>
  (service, source) => {
    const fault = connection(...parts)(service, source)
    const query = source.text("database_query")
    if (query !== undefined && service.options.get("login") === undefined)
      source.leftOut("database_query", "Mon runs a query only after a login.")
    else service.optionFrom(source, "database_query", "query", query)
    return fault
  }

/** Reads a connection string such as "Server=db.example.org,1433;User Id=mon;Password=x". */
const sqlServer: Fill = (service, source) => {
  const parts = new Map(
    (source.text(CONNECTION) ?? "").split(";").map((part) => {
      const at = part.indexOf("=")
      return [part.slice(0, at).trim().toLowerCase(), part.slice(at + 1).trim()] as const
    })
  )
  const server = parts.get("server") ?? parts.get("data source") ?? parts.get("address")
  if (server === undefined || server === "") return "The connection string cannot be read."
  const [host = "", port] = server.replace(/^tcp:/iu, "").split(",")
  service.options.set("target", targetOf(host, port?.trim()))
  source.changed(CONNECTION, "check.target", "Mon checks SQL Server without a login.")
  if (source.text("database_query") !== undefined)
    source.leftOut("database_query", "Mon checks SQL Server without a login, so it runs no query.")
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
  if (version !== "1" && version !== "2c") return "Mon checks SNMP with the versions 1 and 2c."
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
  postgres: database(true, true),
  mysql: database(true, true, "radius_password"),
  sqlServer,
  mongodb: connection(false, false),
  redis: connection(true, false),
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
