import { DnsError, type ZoneRecords } from "@mon/dns"
import { makeZoneResolver, type Resolver } from "@mon/dns/effect"
import * as Effect from "effect/Effect"
import { existsSync, readFileSync } from "node:fs"
import { parseAllDocuments } from "yaml"
import { escapeName } from "../src/DnsText.ts"

export interface SuiteCase {
  readonly name: string
  readonly helo: string
  readonly host: string
  readonly mailfrom: string
  readonly result: ReadonlyArray<string>
  readonly explanation: string | null
  readonly resolver: Resolver
}

type Entry = string | Readonly<Record<string, unknown>>

const FILE = new URL("../../../../shared/data/spf/rfc7208-tests.yml", import.meta.url)
const TYPES = ["A", "AAAA", "MX", "TXT", "CNAME", "PTR"] as const

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

const textOf = (value: unknown): string | ReadonlyArray<string> =>
  Array.isArray(value) ? value.map(String) : String(value)

const valueOf = (type: string, value: unknown): unknown => {
  if (type === "MX")
    return Array.isArray(value) ? { preference: Number(value[0]), exchange: hostOf(String(value[1])) } : value
  return type === "TXT" ? textOf(value) : type === "A" || type === "AAAA" ? String(value) : hostOf(String(value))
}

const hostOf = (name: string): string => (name === "" ? "." : escapeName(name.replace(/\.$/, "")))

const nodeOf = (entries: ReadonlyArray<Entry>): ZoneRecords => {
  const node: Record<string, Array<unknown> | { fail: "Timeout" }> = {}
  const records = entries.filter(isRecord).flatMap((entry) => Object.entries(entry))
  const hasText = records.some(([type]) => type === "TXT")
  for (const [given, value] of records) {
    const type = given === "SPF" ? (hasText ? null : "TXT") : given
    if (type === null || value === "NONE") continue
    if (value === "TIMEOUT") node[type] = { fail: "Timeout" }
    else {
      const list = (node[type] ??= [])
      if (Array.isArray(list)) list.push(valueOf(type, value))
    }
  }
  if (entries.includes("TIMEOUT")) for (const type of TYPES) node[type] ??= { fail: "Timeout" }
  return node as ZoneRecords
}

const resolverOf = (zonedata: Readonly<Record<string, ReadonlyArray<Entry>>>): Resolver => {
  const zone: Record<string, ZoneRecords> = {}
  for (const [name, entries] of Object.entries(zonedata)) {
    try {
      const one = { [escapeName(name.toLowerCase())]: nodeOf(entries) }
      makeZoneResolver(one)
      Object.assign(zone, one)
    } catch {
      // A name that the DNS cannot hold is no part of a zone.
    }
  }
  const resolver = makeZoneResolver(zone)
  return {
    query: (name, type) =>
      name.toLowerCase().startsWith("error.") && zone[name.toLowerCase()] === undefined
        ? Effect.fail(new DnsError({ queryName: name, type, server: null, reason: "Timeout", detail: "" }))
        : resolver.query(name, type)
  }
}

/** Returns the cases of the OpenSPF suite; null if the file does not exist. */
export const readSuite = (): ReadonlyArray<SuiteCase> | null =>
  existsSync(FILE)
    ? parseAllDocuments(readFileSync(FILE, "utf8")).flatMap((document) => {
        const { tests, zonedata } = document.toJS() as {
          tests: Record<string, Record<string, unknown>>
          zonedata: Record<string, Array<Entry>>
        }
        const resolver = resolverOf(zonedata)
        return Object.entries(tests).map(([name, test]): SuiteCase => ({
          name,
          helo: String(test["helo"]),
          host: String(test["host"]),
          mailfrom: String(test["mailfrom"]),
          result: [test["result"]].flat().map(String),
          explanation: test["explanation"] === undefined ? null : String(test["explanation"]),
          resolver
        }))
      })
    : null
