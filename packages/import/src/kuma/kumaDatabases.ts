import { isPlaceholder, PLACEHOLDER } from "../document/NamedDraft.ts"
import { type ServiceDraft, targetOf } from "../document/ServiceDraft.ts"
import { innerJson } from "../reading/readJson.ts"
import { isEntries } from "../reading/SourceObject.ts"
import type { Fill } from "./Fill.ts"

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const CONNECTION = "database_connection_string"

/** Sets the login. Returns the reason why it is left out, or null. */
const setLogin = (service: ServiceDraft, username: string, password: string): string | null => {
  if (isPlaceholder(password)) return PLACEHOLDER
  if (password !== "") service.options.set("login", { username, password })
  return password === "" && username !== "" ? "Mon needs a password." : null
}

/** Splits a connection string in the form of a URL into the target, the login and the database. */
export const connection =
  (hasDatabase: boolean, passwordField: string | null = null): Fill =>
  (service, source) => {
    const text = source.text(CONNECTION) ?? ""
    const url = URL.parse(text)
    if (url === null || url.hostname === "") return "The connection string cannot be read."
    service.options.set("target", targetOf(url.hostname, url.port))
    const password = (passwordField === null ? undefined : source.text(passwordField)) ?? decoded(url.password)
    const database = decoded(url.pathname.replace(/^\//u, ""))
    if (passwordField !== null && source.text(passwordField) !== undefined)
      source.carried(passwordField, "check.login.password")
    const fault = setLogin(service, decoded(url.username), password)
    const lost = fault === null ? [] : [fault]
    if (hasDatabase && database !== "") service.options.set("database", database)
    if (url.protocol === "rediss:") service.options.set("tls", "fromStart")
    if (url.search !== "") lost.push("The options of the connection string are left out.")
    if (lost.length === 0) source.carried(CONNECTION, "check")
    else source.changed(CONNECTION, "check", lost.join(" "))
    return null
  }

const setQuery: (...parts: Parameters<Fill>) => void = (service, source) => {
  const query = source.text("database_query")
  if (query !== undefined && service.options.get("login") === undefined)
    source.leftOut("database_query", "Mon runs a query only after a login.")
  else service.optionFrom(source, "database_query", "query", query)
}

export const database =
  (passwordField: string | null = null): Fill =>
  (service, source) => {
    const fault = connection(true, passwordField)(service, source)
    setQuery(service, source)
    return fault
  }

/** The hosts of a connection string after the first one. */
const OTHER_HOSTS = /^([a-z]+:\/\/(?:[^/?#@]*@)?[^/?#,@]+),[^/?#]*/iu
const MONGODB_OPTIONS: ReadonlySet<string> = new Set(["authsource", "replicaset", "ssl", "tls"])

/** Sets the collection from a command such as { "count": "orders" }. */
const setCollection: (...parts: Parameters<Fill>) => void = (service, source) => {
  const command = innerJson(source.text("database_query") ?? "")
  const entries = isEntries(command) ? Object.entries(command) : []
  const [name, value] = entries.length === 1 ? (entries[0] ?? []) : []
  if (name === "ping" || source.text("database_query") === undefined) source.used("database_query")
  else if (name === "count" && typeof value === "string")
    service.optionFrom(source, "database_query", "collection", value)
  else source.leftOut("database_query", "Mon only counts all documents of a collection.")
}

/** Reads a connection string such as "mongodb://mon:x@db.example.org/shop?authSource=admin". */
export const mongodb: Fill = (service, source) => {
  const given = source.text(CONNECTION) ?? ""
  if (/^mongodb\+srv:/iu.test(given)) return "Mon needs the host of a server. mongodb+srv names a DNS record."
  const text = given.replace(OTHER_HOSTS, "$1")
  const url = URL.parse(text)
  if (url === null || url.hostname === "") return "The connection string cannot be read."
  service.options.set("target", targetOf(url.hostname, url.port))
  const options = new Map([...url.searchParams].map(([name, value]) => [name.toLowerCase(), value]))
  const fault = setLogin(service, decoded(url.username), decoded(url.password))
  const name = decoded(url.pathname.replace(/^\//u, ""))
  const users = options.get("authsource") ?? name
  if (service.options.has("login") && users !== "" && users !== "admin")
    service.options.set("authenticationDatabase", users)
  if (name !== "") service.options.set("database", name)
  if (options.get("tls") === "true" || options.get("ssl") === "true") service.options.set("tls", "fromStart")
  if (options.has("replicaset")) service.options.set("replicaSet", options.get("replicaset"))
  const lost = [
    ...(fault === null ? [] : [fault]),
    ...(text === given ? [] : ["Mon checks one server. Only the first one is carried over."]),
    ...([...options.keys()].every((option) => MONGODB_OPTIONS.has(option))
      ? []
      : ["Other options of the connection string are left out."])
  ]
  if (lost.length === 0) source.carried(CONNECTION, "check")
  else source.changed(CONNECTION, "check", lost.join(" "))
  setCollection(service, source)
  return null
}

/** A part of a connection string. Its value can be between quotes. */
const PART = /([^=;]+)=(?:\s*"((?:[^"]|"")*)"\s*|\s*'((?:[^']|'')*)'\s*|([^;]*))(?:;|$)/gu
const MOST_CHARACTERS = 4_000

const SERVER = ["server", "data source", "address", "addr", "network address"]
const USER = ["user id", "uid", "user", "username"]
const PASSWORD = ["password", "pwd"]
const DATABASE = ["database", "initial catalog"]
const ENCRYPT = ["encrypt"]
const TRUST = ["trustservercertificate", "trust server certificate"]
const KNOWN: ReadonlySet<string> = new Set([SERVER, USER, PASSWORD, DATABASE, ENCRYPT, TRUST].flat())
const IS_ON = /^(?:true|yes|mandatory|strict)$/iu

/** Reads a connection string such as "Server=db.example.org,1433;User Id=mon;Password=x". */
export const sqlServer: Fill = (service, source) => {
  const parts = new Map(
    [...(source.text(CONNECTION) ?? "").slice(0, MOST_CHARACTERS).matchAll(PART)].map(
      ([, name = "", double, single, plain = ""]) => [
        name.trim().toLowerCase(),
        double?.replaceAll('""', '"') ?? single?.replaceAll("''", "'") ?? plain.trim()
      ]
    )
  )
  const part = (names: ReadonlyArray<string>): string =>
    names.map((name) => parts.get(name)).find((value) => value !== undefined) ?? ""
  if (part(SERVER) === "") return "The connection string cannot be read."
  const [host = "", port] = part(SERVER).replace(/^tcp:/iu, "").split(",")
  service.options.set("target", targetOf(host, port?.trim()))
  const fault = setLogin(service, part(USER), part(PASSWORD))
  if (part(DATABASE) !== "") service.options.set("database", part(DATABASE))
  if (IS_ON.test(part(ENCRYPT))) service.options.set("tls", "required")
  const lost = [
    ...(fault === null ? [] : [fault]),
    ...(IS_ON.test(part(TRUST)) ? ["Mon logs in only if the certificate is valid."] : []),
    ...([...parts.keys()].every((name) => KNOWN.has(name))
      ? []
      : ["Other options of the connection string are left out."])
  ]
  if (lost.length === 0) source.carried(CONNECTION, "check")
  else source.changed(CONNECTION, "check", lost.join(" "))
  setQuery(service, source)
  return null
}
