import { argumentsOf, aString, oneOf, optionsOf } from "@mon/bundled/arguments"
import type { RecordData } from "@mon/dns"
import { registrableDomain } from "@mon/public-net"
import { authorityOf, findDelegation } from "./authorityServers.ts"
import type { AuthorityServer, ObserveRecordSetOptions, Ports } from "./DnsWatchPorts.ts"
import { makePorts, observeRecordSetOptions, reasonOf } from "./openPorts.ts"
import { recordTexts } from "./recordText.ts"

const recordSetTypes = ["TXT", "MX", "A", "AAAA", "CNAME"] as const

type RecordSetType = (typeof recordSetTypes)[number]

/** The records of one name and type. */
export interface RecordSetTarget {
  /** The name of the records, in ASCII. */
  readonly name: string
  readonly type: RecordSetType
}

/** One server's answer. `failed` says nothing about the records. */
export type RecordSetAnswer =
  | {
      /**
       * The name and the address of the server, such as "ns1.example.net 192.0.2.53". Recursive resolvers are
       * "resolver", "resolver 2" and so on.
       */
      readonly server: string
      readonly status: "ok" | "nodata" | "nxdomain"
      /**
       * The values as people write them: the text of a TXT record without quotes, or "10 mx.example.com" for an MX
       * record.
       */
      readonly values: ReadonlyArray<string>
      /**
       * The time for which resolvers may cache this answer, in seconds. In a resolver's answer, this is the remaining
       * time in the resolver's own cache. Null if unknown.
       */
      readonly ttl: number | null
    }
  | { readonly server: string; readonly status: "failed"; readonly reason: string }

/** The answers about one record set at one moment. */
export interface RecordSetObservation {
  /** The answers of the zone's servers, at most 13. Empty if the zone was not found. */
  readonly servers: ReadonlyArray<RecordSetAnswer>
  readonly resolver: RecordSetAnswer
  /** The answers of the additional resolvers, in the order of the option `resolvers`. */
  readonly resolvers: ReadonlyArray<RecordSetAnswer>
}

/**
 * The maximum number of records in a set. A larger set counts as failed, so that a stranger's zone cannot make results
 * arbitrarily large.
 */
const MAX_RECORDS = 200
const MAX_TEXT = 32_768

const valuesOf = <T extends RecordSetType>(type: T, records: ReadonlyArray<RecordData[T]>): ReadonlyArray<string> => {
  if (type !== "TXT") return recordTexts(type, records)
  return (records as ReadonlyArray<RecordData["TXT"]>).map(({ chunks }) => chunks.join(""))
}

interface Found<T extends RecordSetType> {
  readonly status: "ok" | "nodata" | "nxdomain"
  readonly records: ReadonlyArray<RecordData[T]>
  readonly ttl: number | null
}

const toAnswer = <T extends RecordSetType>(server: string, type: T, found: Found<T>): RecordSetAnswer => {
  const values = valuesOf(type, found.records)
  if (values.length > MAX_RECORDS || values.reduce((sum, text) => sum + text.length, 0) > MAX_TEXT)
    return { server, status: "failed", reason: "too large" }
  return { server, status: found.status, values, ttl: found.ttl }
}

const askServer = async (
  server: AuthorityServer,
  { name, type }: RecordSetTarget,
  { ask }: Ports
): Promise<RecordSetAnswer> => {
  const reply = await ask(server, name, type)
  if (typeof reply === "string") return { server: server.label, status: "failed", reason: reply }
  if (reply.kind === "referral" || !reply.authoritative)
    return { server: server.label, status: "failed", reason: "lame" }
  return toAnswer(server.label, type, reply)
}

const RESOLVER = "resolver"

const askResolver = async (
  { name, type }: RecordSetTarget,
  { resolve }: Pick<Ports, "resolve">,
  server = RESOLVER
): Promise<RecordSetAnswer> => {
  try {
    return toAnswer(server, type, await resolve(name, type))
  } catch (error) {
    return { server, status: "failed", reason: reasonOf(error) }
  }
}

/**
 * Returns the registrable domain. A name such as `s1._domainkey.example.com` is not a host name, so only the part after
 * the last label that begins with an underscore is used.
 */
const domainOf = (name: string): string => {
  const host = name.replace(/^.*_[^.]*\./u, "")
  return registrableDomain(host) ?? host
}

const acceptObserveRecordSet = /* @__PURE__ */ argumentsOf("observeRecordSet", () => ({
  target: optionsOf<RecordSetTarget>({ name: aString, type: oneOf(...recordSetTypes) }),
  options: observeRecordSetOptions()
}))

/**
 * Asks every server of a zone, and recursive resolvers, for the records of one name and type. Finds the servers by
 * starting at the parent of the registrable domain. Never asks servers without a public address. Rejects only with the
 * signal's reason.
 *
 * @example
 * ```ts
 * const { servers } = await observeRecordSet({ name: "_dmarc.example.com", type: "TXT" }, { dns: makeNodeClient() })
 * ```
 */
export const observeRecordSet = async (
  target: RecordSetTarget,
  options: ObserveRecordSetOptions
): Promise<RecordSetObservation> => {
  acceptObserveRecordSet(target, options)
  options.signal?.throwIfAborted()
  const ports = makePorts(options)
  const { name } = target
  const askServers = async () => {
    const { authority } = await findDelegation(domainOf(name), ports)
    const zone = await authorityOf(name, authority, ports)
    return await Promise.all(zone.servers.map((server) => askServer(server, target, ports)))
  }
  const [servers, resolver, resolvers] = await Promise.all([
    askServers().catch(() => {
      options.signal?.throwIfAborted()
      return []
    }),
    askResolver(target, ports),
    Promise.all(
      (options.resolvers ?? []).map((dns, n) =>
        askResolver(target, makePorts({ ...options, dns }), `${RESOLVER} ${n + 2}`)
      )
    )
  ])
  return { servers, resolver, resolvers }
}
