import type { ServiceParameters } from "../Records.ts"
import { ipv4At, ipv6At } from "./wireAddress.ts"

/** The names of parameters, in the order of their numbers (IANA "Service Parameter Keys (SvcParamKeys)"). */
const NAMES = ["mandatory", "alpn", "no-default-alpn", "port", "ipv4hint", "ech", "ipv6hint", "dohpath"] as const

const MANDATORY = 0

const keyName = (key: number): string => NAMES[key] ?? `key${key}`

/** Returns null if there are no values, or if the values do not fill the span exactly. */
const listOf = <A>(start: number, end: number, length: number, read: (at: number) => A): ReadonlyArray<A> | null => {
  const count = (end - start) / length
  if (count < 1 || !Number.isInteger(count)) return null
  return Array.from({ length: count }, (_, index) => read(start + index * length))
}

type Mutable<A> = { -readonly [K in keyof A]: A[K] }

/**
 * Reads protocol names, each of which is preceded by its length. Returns null if a name is empty (RFC 9460 section
 * 7.1.1).
 */
const alpnIds = (bytes: Buffer, start: number, end: number): ReadonlyArray<string> | null => {
  const ids: Array<string> = []
  let at = start
  while (at < end) {
    const next = at + 1 + bytes.readUInt8(at)
    if (next === at + 1 || next > end) return null
    ids.push(bytes.toString("latin1", at + 1, next))
    at = next
  }
  return ids.length === 0 ? null : ids
}

/** Reads the mandatory keys, which must be in rising order and without "mandatory" itself (RFC 9460 section 8). */
const mandatoryKeys = (bytes: Buffer, start: number, end: number): ReadonlyArray<number> | null => {
  const keys = listOf(start, end, 2, (at) => bytes.readUInt16BE(at))
  if (keys === null || keys.some((key, index) => key <= (keys[index - 1] ?? MANDATORY))) return null
  return keys
}

/** Returns false if the list is null, which means that the list was malformed. */
const put = <K extends "alpn" | "ipv4hint" | "ipv6hint" | "mandatory">(
  into: Mutable<ServiceParameters>,
  key: K,
  list: ReadonlyArray<string> | null
): boolean => {
  if (list === null) return false
  into[key] = list
  return true
}

/** Returns false if the parameter's value is malformed. */
const readOne = (bytes: Buffer, key: number, start: number, end: number, into: Mutable<ServiceParameters>): boolean => {
  switch (NAMES[key]) {
    case "mandatory":
      return put(into, "mandatory", mandatoryKeys(bytes, start, end)?.map(keyName) ?? null)
    case "alpn":
      return put(into, "alpn", alpnIds(bytes, start, end))
    case "no-default-alpn":
      into.noDefaultAlpn = true
      return start === end
    case "port":
      if (end - start !== 2) return false
      into.port = bytes.readUInt16BE(start)
      return true
    case "ipv4hint":
      return put(
        into,
        "ipv4hint",
        listOf(start, end, 4, (at) => ipv4At(bytes, at))
      )
    case "ipv6hint":
      return put(
        into,
        "ipv6hint",
        listOf(start, end, 16, (at) => ipv6At(bytes, at))
      )
    case "ech":
      into.ech = bytes.toString("base64", start, end)
      return start < end
    case "dohpath":
      into.dohpath = bytes.toString("utf8", start, end)
      return true
    default:
      into[`key${key}`] = start === end ? "" : bytes.toString("hex", start, end)
      return true
  }
}

/**
 * The maximum number of parameters that are read, which is more than any service has. A record may have 16,000
 * parameters, and reading each of them takes some microseconds.
 */
const MAX_PARAMETERS = 64

/**
 * Reads the parameters of a service, which must fill the span (RFC 9460 section 2.2). Returns null if any parameter is
 * malformed, if the keys are not in order, or if a mandatory parameter is missing (section 8).
 */
export const readParameters = (bytes: Buffer, start: number, end: number): ServiceParameters | null => {
  const parameters: Mutable<ServiceParameters> = {}
  const keys: Array<number> = []
  let at = start
  while (at < end) {
    if (at + 4 > end || keys.length === MAX_PARAMETERS) return null
    const key = bytes.readUInt16BE(at)
    const from = at + 4
    const to = from + bytes.readUInt16BE(at + 2)
    if (key <= (keys.at(-1) ?? -1) || to > end || !readOne(bytes, key, from, to, parameters)) return null
    keys.push(key)
    at = to
  }
  const { mandatory } = parameters
  if (mandatory === undefined) return parameters
  const names = new Set(keys.map(keyName))
  return mandatory.every((key) => names.has(key)) ? parameters : null
}

/** Joins the items of a list. Escapes the separator within the items (RFC 9460 appendix A.1). */
const items = (list: ReadonlyArray<string>): string =>
  list.map((item) => item.replaceAll("\\", "\\\\").replaceAll(",", "\\,")).join(",")

/**
 * Returns the keys and values as in zone files, without quotes and in the order of the keys' numbers. A value of null
 * means that the key has no value.
 */
export const parameterTexts = (parameters: ServiceParameters): ReadonlyArray<readonly [string, string | null]> => {
  const { alpn, dohpath, ech, ipv4hint, ipv6hint, mandatory, noDefaultAlpn, port, ...others } = parameters
  const texts: Array<readonly [string, string | null]> = []
  if (mandatory !== undefined) texts.push(["mandatory", mandatory.join(",")])
  if (alpn !== undefined) texts.push(["alpn", items(alpn)])
  if (noDefaultAlpn === true) texts.push(["no-default-alpn", null])
  if (port !== undefined) texts.push(["port", String(port)])
  if (ipv4hint !== undefined) texts.push(["ipv4hint", ipv4hint.join(",")])
  if (ech !== undefined) texts.push(["ech", ech])
  if (ipv6hint !== undefined) texts.push(["ipv6hint", ipv6hint.join(",")])
  if (dohpath !== undefined) texts.push(["dohpath", Buffer.from(dohpath, "utf8").toString("latin1")])
  for (const [key, hex] of Object.entries(others))
    texts.push([key, hex === "" ? null : Buffer.from(String(hex), "hex").toString("latin1")])
  return texts
}
