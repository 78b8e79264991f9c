import type { ServiceType } from "@mon/model"
import { portsByType } from "./servicePorts.ts"

/** The check of a service as a form shows it. Required parts that a text does not contain are empty. */
export type ReadCheck = { readonly type: ServiceType } & Readonly<Record<string, unknown>>

interface Scheme {
  readonly type: ServiceType
  /** Whether the connection begins with TLS. */
  readonly isSecure?: boolean
}

/** The schemes of URLs. Schemes of web sites are absent, because web sites are another kind of monitor. */
const schemes: ReadonlyMap<string, Scheme> = new Map<string, Scheme>([
  ["amqp", { type: "amqp" }],
  ["amqps", { type: "amqp", isSecure: true }],
  ["dns", { type: "dns" }],
  ["ftp", { type: "ftp" }],
  ["ftps", { type: "ftp", isSecure: true }],
  ["grpc", { type: "grpc" }],
  ["grpcs", { type: "grpc", isSecure: true }],
  ["icmp", { type: "icmp" }],
  ["imap", { type: "imap" }],
  ["imaps", { type: "imap", isSecure: true }],
  ["ldap", { type: "ldap" }],
  ["ldaps", { type: "ldap", isSecure: true }],
  ["mariadb", { type: "mysql" }],
  ["mongodb", { type: "mongodb" }],
  ["mqtt", { type: "mqtt" }],
  ["mqtts", { type: "mqtt", isSecure: true }],
  ["mssql", { type: "sqlServer" }],
  ["mysql", { type: "mysql" }],
  ["ntp", { type: "ntp" }],
  ["ping", { type: "icmp" }],
  ["pop3", { type: "pop3" }],
  ["pop3s", { type: "pop3", isSecure: true }],
  ["postgres", { type: "postgres" }],
  ["postgresql", { type: "postgres" }],
  ["quic", { type: "quic" }],
  ["radius", { type: "radius" }],
  ["redis", { type: "redis" }],
  ["rediss", { type: "redis", isSecure: true }],
  ["sftp", { type: "ssh" }],
  ["sip", { type: "sip" }],
  ["smtp", { type: "smtp" }],
  ["smtps", { type: "smtp", isSecure: true }],
  ["snmp", { type: "snmp" }],
  ["sqlserver", { type: "sqlServer" }],
  ["ssh", { type: "ssh" }],
  ["stun", { type: "stun" }],
  ["tcp", { type: "tcp" }],
  ["tls", { type: "tls" }],
  ["udp", { type: "udp" }]
])

/** The types that can log in. */
const loginTypes: ReadonlySet<ServiceType> = new Set([
  "smtp",
  "imap",
  "pop3",
  "postgres",
  "mysql",
  "sqlServer",
  "mongodb",
  "redis",
  "mqtt",
  "amqp",
  "ldap",
  "ftp"
])

/** The types and their use of TLS by well-known port. */
const knownPorts: ReadonlyMap<number, Scheme> = new Map<number, Scheme>([
  // UDP and TCP have separate ports. A port without a scheme is a TCP port, unless only the UDP service is common.
  ...portsByType.flatMap(([type, { fromStart, plain }]): ReadonlyArray<readonly [number, Scheme]> =>
    type === "quic"
      ? []
      : [[plain, { type }], ...(fromStart === undefined ? [] : [[fromStart, { type, isSecure: true }] as const])]
  ),
  // RFC 6409: the submission of mail.
  [587, { type: "smtp" }]
])

/** The port of gRPC if an address has none. */
const GRPC_PORT = 443
const MOST_PORT = 65_535
/** The longest text that is read, in characters. */
const MOST_CHARACTERS = 4_000

/** A URL: its scheme, user name and password, hosts, path and query. A MongoDB URL may have several hosts. */
const URL_PARTS =
  /^(?:jdbc:)?([a-z][a-z\d]*):\/\/(?:([^/?#\s]*)@)?((?:\[[\da-f:.]+\]|[^\s:/?#@[\]%\\,]+)(?::\d{1,5})?)(?:,[^/?#\s]*)?(\/[^?#\s]*)?(\?[^#\s]*)?(?:#\S*)?$/iu
const HOST_AND_PORT = /^(\[[\da-f:.]+\]|[^\s:/?#@[\]%\\]+):(\d{1,5})$/iu
/** A host name with at least two labels, or an IP address. */
const HOST =
  /^(?:(?:[\p{L}\p{N}_](?:[\p{L}\p{N}_-]*[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]+\.?|\[?[\da-f]*:[\da-f:.]*:[\da-f.]*\]?)$/iu
const PING = /^ping\s+(\S+)$/iu
const WEB_SOCKET = /^wss?:\/\//iu

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const splitHost = (text: string): { readonly host: string; readonly port: number | null } => {
  const [, host = text, port] = HOST_AND_PORT.exec(text) ?? []
  return { host, port: port === undefined ? null : Number(port) }
}

const isPort = (port: number | null): boolean => port === null || (port > 0 && port <= MOST_PORT)

/** Returns the address without the port that the type has by default. Null: the type needs a port. */
const targetOf = (type: ServiceType, isSecure: boolean, host: string, port: number | null): string | null => {
  const ports = portsByType.find(([one]) => one === type)?.[1]
  const standard = ports === undefined ? null : isSecure ? (ports.fromStart ?? ports.plain) : ports.plain
  if (port === null) return standard !== null ? host : type === "grpc" ? `${host}:${GRPC_PORT}` : null
  return port === standard ? host : `${host}:${port}`
}

/** Returns the user name and the password of a URL. The URL of Redis may have only a password. */
const loginOf = (type: ServiceType, user: string | undefined): Readonly<Record<string, unknown>> => {
  if (user === undefined || user === "" || !loginTypes.has(type)) return {}
  const [username = "", ...password] = user.split(":")
  return { login: { username: decoded(username), password: decoded(password.join(":")) } }
}

/** Returns the use of TLS that the query of a URL of PostgreSQL or MySQL names. */
const sslModeOf = (query: URLSearchParams): Readonly<Record<string, unknown>> => {
  const mode = (query.get("sslmode") ?? query.get("ssl-mode") ?? "").toLowerCase()
  if (/^disabled?$/u.test(mode)) return { tls: "never" }
  return /^(?:required?|verify.*)$/u.test(mode) ? { tls: "required" } : {}
}

/** Returns the parts that only one type has, from the path and the query of a URL. */
const ownParts = (
  type: ServiceType,
  path: string,
  query: URLSearchParams,
  hasLogin: boolean
): Readonly<Record<string, unknown>> => {
  const name = decoded(path)
  switch (type) {
    case "postgres":
    case "mysql":
      return { ...sslModeOf(query), ...(name === "" ? {} : { database: name }) }
    case "sqlServer": {
      const database = query.get("database") || name
      return database === "" ? {} : { database }
    }
    case "amqp":
      return name === "" ? {} : { virtualHost: name }
    case "mongodb": {
      const replicaSet = query.get("replicaSet")
      // MongoDB Manual, "Connection Strings": without authSource, the database contains the user.
      const users = hasLogin ? query.get("authSource") || name : ""
      return {
        ...(users === "" || users === "admin" ? {} : { authenticationDatabase: users }),
        ...(name === "" ? {} : { database: name }),
        ...(query.get("tls") === "true" || query.get("ssl") === "true" ? { tls: "fromStart" } : {}),
        ...(replicaSet === null || replicaSet === "" ? {} : { replicaSet })
      }
    }
    case "radius":
      return { secret: "" }
    case "udp":
      return { send: "" }
    default:
      return {}
  }
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

/** Returns the check of a DNS server (RFC 4501: `dns://server/name?type=MX`). */
const dnsCheck = (server: string, path: string, query: URLSearchParams): ReadCheck => {
  const type = (query.get("type") ?? "").toUpperCase()
  return { type: "dns", server, name: decoded(path), recordType: recordTypes.has(type) ? type : "A" }
}

const checkOf = (
  { isSecure = false, type }: Scheme,
  address: string,
  {
    path = "",
    query = "",
    user
  }: { readonly user?: string | undefined; readonly path?: string; readonly query?: string }
): ReadCheck | null => {
  const { host, port } = splitHost(address)
  if (!isPort(port)) return null
  if (type === "icmp") return { type, target: host }
  const known = port === null ? undefined : knownPorts.get(port)
  const beginsWithTls = isSecure || (known?.type === type && known.isSecure === true)
  const target = targetOf(type, beginsWithTls, host, port)
  if (target === null) return null
  const parameters = new URLSearchParams(query)
  const rest = path.replace(/^\//u, "")
  if (type === "dns") return dnsCheck(target, rest, parameters)
  const login = loginOf(type, user)
  return {
    type,
    target,
    ...(beginsWithTls ? { tls: "fromStart" } : {}),
    ...login,
    ...ownParts(type, rest, parameters, "login" in login)
  }
}

/** Returns the check of a WebSocket server. Its URL cannot contain a user name or a fragment. */
const webSocketCheck = (text: string): ReadCheck | null => {
  const url = URL.parse(text)
  if (url === null || /\s/u.test(text)) return null
  url.username = ""
  url.password = ""
  url.hash = ""
  return { type: "webSocket", url: url.href }
}

const bareCheck = (text: string): ReadCheck | null => {
  const host = PING.exec(text)?.[1]
  if (host !== undefined) return checkOf({ type: "icmp" }, host, {})
  const { port } = splitHost(text)
  if (port !== null) return checkOf(knownPorts.get(port) ?? { type: "tcp" }, text, {})
  return HOST.test(text) ? { type: "icmp", target: text } : null
}

/**
 * Returns the check that an address describes: a URL such as `postgres://mon:secret@db.example.com/shop`, a host with a
 * port, or only a host. Null: the text is not the address of a service.
 *
 * ```ts
 * readService("mail.example.com:465") // => { type: "smtp", target: "mail.example.com", tls: "fromStart" }
 * ```
 */
export const readService = (text: string): ReadCheck | null => {
  if (text.length > MOST_CHARACTERS) return null
  const trimmed = text.trim()
  if (WEB_SOCKET.test(trimmed)) return webSocketCheck(trimmed)
  const [, name = "", user, address = "", path = "", query = ""] = URL_PARTS.exec(trimmed) ?? []
  if (name === "") return bareCheck(trimmed)
  const scheme = schemes.get(name.toLowerCase())
  return scheme === undefined ? null : checkOf(scheme, address, { user, path, query })
}
