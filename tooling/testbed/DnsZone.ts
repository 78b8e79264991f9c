import * as DnsName from "./DnsName.ts"
import { type Rcode, rcodes, type ResourceRecord, type Response } from "./DnsMessage.ts"
import { type DnsRecordInput, type DnsType, encodeData, typeNumbers } from "./DnsRecord.ts"

/** The records of one name, as lists by type. CNAME, PTR and SOA can also be a single record. */
export type ZoneRecords = {
  readonly [T in DnsType]?:
    | ReadonlyArray<DnsRecordInput[T]>
    | (T extends "CNAME" | "SOA" | "PTR" ? DnsRecordInput[T] : never)
}

export interface ZoneSettings {
  /** The TTL in seconds. Default: 300. */
  readonly ttl?: number
  /** Whether responses for this name have the AD bit. */
  readonly authenticated?: boolean
}

/**
 * A failure of a name: a response code, `DROP` (no response), `DROP_UDP` (responds only over TCP), `TRUNCATE` (TC bit
 * over UDP), `GARBAGE` (bytes that are not a DNS message), `WRONG_ID` and `WRONG_QUESTION` (responses that match no
 * query), `CLOSE` (TCP closes without a response, UDP sends nothing).
 */
export type DnsFailure =
  | Exclude<Rcode, "NOERROR">
  | "NODATA"
  | "DROP"
  | "DROP_UDP"
  | "TRUNCATE"
  | "GARBAGE"
  | "WRONG_ID"
  | "WRONG_QUESTION"
  | "CLOSE"

interface ZoneVerdict {
  readonly response: Response
  readonly failure: DnsFailure | null
  readonly delayMs: number
}

interface Entry {
  readonly records: Map<DnsType, ReadonlyArray<DnsRecordInput[DnsType]>>
  readonly ttl: number
  readonly authenticated: boolean
}

/** The names of a test server, which can be changed while it runs. */
export interface DnsZone {
  /** Replaces all records of a name. `*.example.com` applies to names below it that have no records of their own. */
  readonly set: (name: string, records: ZoneRecords, settings?: ZoneSettings) => void
  readonly delete: (name: string) => void
  /** Makes a name fail (for one type, or for all) until `heal` is called. `*`: every name. */
  readonly fail: (name: string, failure: DnsFailure, type?: DnsType) => void
  readonly heal: (name: string) => void
  /** Delays responses for this name (`*`: every name). */
  readonly delay: (name: string, milliseconds: number) => void
  /** Returns the n-th list for the n-th query of a name and type, and then repeats the last list (DNS rebinding). */
  readonly sequence: <T extends DnsType>(
    name: string,
    type: T,
    answers: ReadonlyArray<ReadonlyArray<DnsRecordInput[T]>>
  ) => void
  /**
   * Refers queries for this name, except for its DS records, and for all names below it to other servers, given as
   * names with their glue. An empty object ends the delegation.
   */
  readonly delegate: (name: string, servers: Readonly<Record<string, ReadonlyArray<string>>>) => void
  readonly resolve: (name: string, type: DnsType | `TYPE${number}`) => ZoneVerdict
}

const MAX_CNAMES = 16

const asList = (value: unknown): ReadonlyArray<DnsRecordInput[DnsType]> =>
  (Array.isArray(value) ? value : [value]) as ReadonlyArray<DnsRecordInput[DnsType]>

const wildcards = (name: string) =>
  DnsName.ancestry(name)
    .slice(1)
    .map((parent) => `*.${parent}`)

/** The cast is safe: the encoder and the input of a type belong to the same key of `ZoneRecords`. */
const toRecords = (name: string, type: DnsType, values: ReadonlyArray<DnsRecordInput[DnsType]>, ttl: number) =>
  values.map((value): ResourceRecord => ({
    name,
    type: typeNumbers[type],
    ttl,
    data: encodeData(type, value as never)
  }))

const isRcode = (failure: DnsFailure | undefined): failure is Exclude<Rcode, "NOERROR"> =>
  failure !== undefined && failure in rcodes

const bare = (rcode: Rcode): Response => ({ rcode, answers: [], authority: [], authenticated: false, truncated: false })

const key = (name: string) => (name === "*" ? name : DnsName.canonical(name))

export const makeZone = (): DnsZone => {
  const entries = new Map<string, Entry>()
  const failures = new Map<string, DnsFailure>()
  const delays = new Map<string, number>()
  const sequences = new Map<string, { lists: ReadonlyArray<ReadonlyArray<DnsRecordInput[DnsType]>>; at: number }>()

  const delegations = new Map<string, Readonly<Record<string, ReadonlyArray<string>>>>()

  const referral = (asked: string, type: string): Response | null => {
    const zone = DnsName.ancestry(DnsName.canonical(asked)).find(
      (name) => delegations.has(name) && !(type === "DS" && name === DnsName.canonical(asked))
    )
    const servers = zone === undefined ? undefined : delegations.get(zone)
    if (zone === undefined || servers === undefined) return null
    return {
      rcode: "NOERROR",
      answers: [],
      authority: toRecords(zone, "NS", Object.keys(servers), 300),
      additional: Object.entries(servers).flatMap(([name, addresses]) =>
        addresses.flatMap((address) => toRecords(name, address.includes(":") ? "AAAA" : "A", [address], 300))
      ),
      isReferral: true,
      authenticated: false,
      truncated: false
    }
  }

  const exists = (name: string) => {
    for (const known of entries.keys()) if (known === name || known.endsWith(`.${name}`)) return true
    return false
  }

  const find = (name: string): Entry | undefined => {
    const own = entries.get(name)
    if (own !== undefined || exists(name)) return own
    for (const pattern of wildcards(name)) {
      const entry = entries.get(pattern)
      if (entry !== undefined) return entry
      if (exists(pattern.slice(2))) return undefined
    }
    return undefined
  }

  const take = (name: string, type: DnsType, entry: Entry | undefined) => {
    const sequence = sequences.get(`${name} ${type}`)
    if (sequence === undefined) return entry?.records.get(type)
    const list = sequence.lists[Math.min(sequence.at, sequence.lists.length - 1)]
    sequence.at += 1
    return list
  }

  const soaOf = (name: string): ReadonlyArray<ResourceRecord> => {
    for (const parent of DnsName.ancestry(name)) {
      const entry = entries.get(parent)
      const soa = entry?.records.get("SOA")
      if (entry !== undefined && soa !== undefined) {
        const minimum = (soa[0] as DnsRecordInput["SOA"]).minimum
        return toRecords(parent, "SOA", soa, Math.min(entry.ttl, minimum))
      }
    }
    return []
  }

  const answer = (asked: string, type: string): Response => {
    const answers: Array<ResourceRecord> = []
    let authenticated = true
    let name = asked
    for (let hop = 0; hop <= MAX_CNAMES; hop++) {
      const entry = find(DnsName.canonical(name))
      authenticated = authenticated && entry?.authenticated === true
      const values = Object.hasOwn(typeNumbers, type)
        ? take(DnsName.canonical(name), type as DnsType, entry)
        : undefined
      if (values !== undefined && values.length > 0) {
        answers.push(...toRecords(name, type as DnsType, values, entry?.ttl ?? 0))
        return { rcode: "NOERROR", answers, authority: [], authenticated, truncated: false }
      }
      const alias = entry?.records.get("CNAME")?.[0] as string | undefined
      if (alias === undefined) {
        const known = entry !== undefined || values !== undefined || exists(DnsName.canonical(name))
        return {
          rcode: known ? "NOERROR" : "NXDOMAIN",
          answers,
          authority: soaOf(DnsName.canonical(name)),
          authenticated,
          truncated: false
        }
      }
      answers.push(...toRecords(name, "CNAME", [alias], entry?.ttl ?? 0))
      name = alias
    }
    return { rcode: "NOERROR", answers, authority: [], authenticated: false, truncated: false }
  }

  return {
    set: (name, records, settings) => {
      const lists = Object.entries(records).filter(([, value]) => value !== undefined)
      for (const type of Object.keys(records)) sequences.delete(`${key(name)} ${type}`)
      entries.set(key(name), {
        records: new Map(lists.map(([type, value]) => [type as DnsType, asList(value)])),
        ttl: settings?.ttl ?? 300,
        authenticated: settings?.authenticated ?? false
      })
    },
    delete: (name) => {
      entries.delete(key(name))
      for (const known of sequences.keys()) if (known.startsWith(`${key(name)} `)) sequences.delete(known)
    },
    fail: (name, failure, type) => {
      failures.set(type === undefined ? key(name) : `${key(name)} ${type}`, failure)
    },
    heal: (name) => {
      for (const known of failures.keys())
        if (known === key(name) || known.startsWith(`${key(name)} `)) failures.delete(known)
    },
    delay: (name, milliseconds) => {
      delays.set(key(name), milliseconds)
    },
    sequence: (name, type, lists) => {
      sequences.set(`${key(name)} ${type}`, { lists, at: 0 })
    },
    delegate: (name, servers) => {
      if (Object.keys(servers).length === 0) delegations.delete(key(name))
      else delegations.set(key(name), servers)
    },
    resolve: (name, type) => {
      const canonical = DnsName.canonical(name)
      const failure = [`${canonical} ${type}`, canonical, `* ${type}`, "*"]
        .map((known) => failures.get(known))
        .find((known) => known !== undefined)
      const response = isRcode(failure)
        ? bare(failure)
        : failure === "NODATA"
          ? bare("NOERROR")
          : (referral(name, type) ?? answer(name, type))
      return { response, failure: failure ?? null, delayMs: delays.get(canonical) ?? delays.get("*") ?? 0 }
    }
  }
}
