import { argumentError } from "@mon/bundled/arguments"
import type { DnsErrorReason } from "./DnsError.ts"
import { normalise } from "./DnsName.ts"
import type { KnownType, RawData, RawType, RecordData, RecordType } from "./Records.ts"

/** A simulated fault: every query fails with this reason. */
export interface ZoneFault {
  readonly fail: Exclude<DnsErrorReason, "BadName" | "Budget">
}

/** The data of a record. Types whose data fits in one string also accept that string. */
export interface ZoneRecordInput {
  readonly A: string | RecordData["A"]
  readonly AAAA: string | RecordData["AAAA"]
  readonly MX: RecordData["MX"]
  /** A TXT record. A string is a record with one chunk. An array lists the chunks of one record. */
  readonly TXT: string | ReadonlyArray<string>
  readonly CNAME: string
  readonly NS: string
  readonly PTR: string
  readonly SOA: RecordData["SOA"]
  readonly CAA: RecordData["CAA"]
  readonly SRV: RecordData["SRV"]
  readonly TLSA: RecordData["TLSA"]
  readonly DS: RecordData["DS"]
  readonly SVCB: RecordData["SVCB"]
  readonly HTTPS: RecordData["HTTPS"]
}

/** The records of each type at one name, or a simulated fault. */
export type ZoneRecords = { readonly [T in KnownType]?: ReadonlyArray<ZoneRecordInput[T]> | ZoneFault } & {
  readonly [raw: RawType]: ReadonlyArray<RawData> | ZoneFault
}

/**
 * Names and their records. "*.example.com" answers for names below example.com that are not listed (RFC 4592). All
 * parent names of a listed name exist (RFC 8020).
 */
export type Zone = Readonly<Record<string, ZoneRecords | ZoneFault>>

/** A query that was made. */
export interface ZoneQuery {
  readonly name: string
  readonly type: RecordType
}

type ZoneAnswer =
  | { readonly status: "ok"; readonly records: ReadonlyArray<object>; readonly cnames: ReadonlyArray<string> }
  | { readonly status: "nodata" | "nxdomain"; readonly cnames: ReadonlyArray<string> }
  | ({ readonly status: "failed" } & ZoneFault)

/** The default time to live of records, in seconds. */
export const ZONE_TTL = 300
/**
 * The maximum number of CNAME records that are followed. As with a resolver, longer chains and loops fail with
 * "ServFail".
 */
const MAX_ALIASES = 16

type Stored = ZoneFault | ReadonlyMap<RecordType, ReadonlyArray<object> | ZoneFault>

const isFault = (stored: object): stored is ZoneFault => "fail" in stored

const host = (text: string): string => {
  const name = normalise(text)
  if (name === null)
    throw argumentError(`makeZoneClient: ${JSON.stringify(text.slice(0, 100))} in the zone is not a domain name.`)
  return name
}
const address = (input: string | RecordData["A"]): RecordData["A"] =>
  typeof input === "string" ? { address: input, ttl: ZONE_TTL } : input
const target = (input: string): RecordData["NS"] => ({ target: host(input) })
const service = (input: RecordData["SVCB"]): RecordData["SVCB"] => ({ ...input, target: host(input.target) })
const same = <A>(input: A): A => input

const READ: { readonly [T in KnownType]: (input: ZoneRecordInput[T]) => RecordData[T] } = {
  A: address,
  AAAA: address,
  MX: (input) => ({ ...input, exchange: host(input.exchange) }),
  TXT: (input) => ({ chunks: typeof input === "string" ? [input] : input }),
  CNAME: target,
  NS: target,
  PTR: target,
  SOA: same,
  CAA: same,
  SRV: (input) => ({ ...input, target: host(input.target) }),
  TLSA: same,
  DS: same,
  SVCB: service,
  HTTPS: service
}

const isKnown = (type: string): type is KnownType => Object.hasOwn(READ, type)
const isRaw = (type: string): type is RawType => /^TYPE[0-9]{1,5}$/.test(type)

const readKnown = <T extends KnownType>(
  node: { readonly [K in KnownType]?: ReadonlyArray<ZoneRecordInput[K]> | ZoneFault },
  type: T
): ReadonlyArray<object> | ZoneFault => {
  const inputs: ReadonlyArray<ZoneRecordInput[T]> | ZoneFault | undefined = node[type]
  if (inputs === undefined) return []
  return "fail" in inputs ? inputs : inputs.map((input) => READ[type](input))
}

const readNode = (node: ZoneRecords | ZoneFault): Stored => {
  if (isFault(node)) return node
  const types = new Map<RecordType, ReadonlyArray<object> | ZoneFault>()
  for (const type of Object.keys(node)) {
    if (isKnown(type)) types.set(type, readKnown(node, type))
    else if (isRaw(type)) types.set(type, node[type] ?? [])
    else
      throw argumentError(
        `makeZoneClient: ${JSON.stringify(type.slice(0, 60))} is not a record type that a zone can contain.`
      )
  }
  return types
}

const parentOf = (name: string): string => (name.includes(".") ? name.slice(name.indexOf(".") + 1) : "")

export interface ZoneTable {
  readonly set: (name: string, node: ZoneRecords | ZoneFault) => void
  readonly delete: (name: string) => void
  /** Returns the zone's answer. The name must be in canonical form. */
  readonly answer: (name: string, type: RecordType) => ZoneAnswer
}

/** Throws a TypeError if a name or type is invalid. */
export const makeTable = (zone: Zone): ZoneTable => {
  const nodes = new Map<string, Stored>()
  let existing: Set<string> | null = null

  const exists = (name: string): boolean => {
    if (existing === null) {
      existing = new Set([""])
      for (let node of nodes.keys()) for (; node !== ""; node = parentOf(node)) existing.add(node)
    }
    return existing.has(name)
  }

  const find = (name: string): Stored | null => {
    const exact = nodes.get(name)
    if (exact !== undefined) return exact
    if (exists(name)) return new Map()
    let encloser = parentOf(name)
    while (!exists(encloser)) encloser = parentOf(encloser)
    return nodes.get(encloser === "" ? "*" : `*.${encloser}`) ?? null
  }

  const aliasOf = (stored: Stored): string | ZoneFault | null => {
    const found = isFault(stored) ? stored : (stored.get("CNAME") ?? [])
    if (isFault(found)) return found
    const alias = found[0]
    return alias !== undefined && "target" in alias && typeof alias.target === "string" ? alias.target : null
  }

  const answer = (queried: string, type: RecordType): ZoneAnswer => {
    const cnames: Array<string> = []
    let name = queried
    while (cnames.length <= MAX_ALIASES) {
      const stored = find(name)
      if (stored === null) return { status: "nxdomain", cnames }
      const records = isFault(stored) ? stored : stored.get(type)
      if (records !== undefined && isFault(records)) return { status: "failed", fail: records.fail }
      if (records !== undefined && records.length > 0) return { status: "ok", records, cnames }
      const alias = aliasOf(stored)
      if (alias === null) return { status: "nodata", cnames }
      if (typeof alias !== "string") return { status: "failed", fail: alias.fail }
      cnames.push(alias)
      name = alias
    }
    return { status: "failed", fail: "ServFail" }
  }

  const change = (work: () => void): void => {
    work()
    existing = null
  }
  const table: ZoneTable = {
    set: (name, node) => change(() => nodes.set(host(name), readNode(node))),
    delete: (name) => change(() => nodes.delete(host(name))),
    answer
  }
  for (const [name, node] of Object.entries(zone)) table.set(name, node)
  return table
}
