import { argumentsOf, aString, listOf, oneOf, optional, optionsOf } from "@mon/bundled/arguments"
import { registrableDomain } from "@mon/public-net"
import { askSerials, askZone, toAnswer } from "./askZone.ts"
import { type Authority, authorityOf, type Delegation, findDelegation, parentOf } from "./authorityServers.ts"
import {
  answeredSets,
  type DnsObservation,
  type DnsServerAnswer,
  type DnsSetName,
  type DnsWatchTarget,
  type DnsWatchType,
  dnsWatchTypes
} from "./DnsObservation.ts"
import type { AuthorityServer, ObserveDnsOptions, Ports } from "./DnsWatchPorts.ts"
import { findingsOf, type ResolverSets } from "./dnsFindings.ts"
import { recordTexts } from "./recordText.ts"
import { makePorts, observeOptions, reasonOf } from "./openPorts.ts"

const acceptObserveDns = /* @__PURE__ */ argumentsOf("observeDns", () => ({
  target: optionsOf<DnsWatchTarget>({
    hostname: aString,
    domain: optional(aString),
    types: optional(listOf(oneOf(...dnsWatchTypes)))
  }),
  options: observeOptions()
}))

const DEFAULT_TYPES: ReadonlyArray<DnsWatchType> = ["NS", "DS", "MX", "TXT", "CAA"]
/** The maximum number of names, from the host up to and including its domain, whose CAA records are queried. */
const MAX_CAA_NAMES = 6

type Sets = Partial<Record<DnsSetName, ReadonlyArray<DnsServerAnswer>>>

const delegationAnswers = ({ answers }: Delegation): ReadonlyArray<DnsServerAnswer> =>
  answers.map(({ reply, server }) => {
    if (reply === "nxdomain") return { server, status: "nxdomain", records: [], serial: null }
    if (reply === "no_zone") return { server, status: "nodata", records: [], serial: null }
    if ("failed" in reply) return { server, status: "failed", reason: reply.failed }
    return toAnswer(server, "NS", { status: "ok", records: reply.map((target) => ({ target })), serial: null })
  })

interface Zones {
  readonly hostname: string
  readonly domain: string
  readonly delegation: Delegation
  readonly ports: Ports
}

const answersOf = async <T extends DnsWatchType>(
  authority: Authority,
  name: string,
  type: T,
  serials: ReadonlyMap<AuthorityServer, number>,
  ports: Ports
) => (await askZone(authority, name, type, serials, ports)).map(({ answer }) => answer)

/** Finds the closest name from the host upwards that has CAA records (RFC 8659 section 3). */
const observeCaa = async (
  { delegation: { authority }, domain, hostname, ports }: Zones,
  serials: ReadonlyMap<AuthorityServer, number>
) => {
  const names: Array<string> = []
  for (let name = hostname; name !== domain && name.endsWith(`.${domain}`); name = parentOf(name)) names.push(name)
  for (const name of names.slice(0, MAX_CAA_NAMES - 1)) {
    const zone = await authorityOf(name, authority, ports)
    const own = zone === authority ? serials : await askSerials(zone, ports)
    const answers = await answersOf(zone, name, "CAA", own, ports)
    const answered = answeredSets(answers)
    if (answered.length === 0 || answered.some(({ records }) => records.length > 0)) return { name, answers }
  }
  return { name: domain, answers: await answersOf(authority, domain, "CAA", serials, ports) }
}

/**
 * Asks for the addresses and aliases of the host. For aliases that lead out of the zone, asks the recursive resolver.
 */
const observeHost = async (
  types: ReadonlyArray<"A" | "AAAA" | "CNAME">,
  { delegation: { authority }, hostname, ports }: Zones
): Promise<Sets> => {
  if (types.length === 0) return {}
  const zone = await authorityOf(hostname, authority, ports)
  const serials = new Map<AuthorityServer, number>()
  const entries = await Promise.all(
    types.map(async (type) => {
      const found = await askZone(zone, hostname, type, serials, ports)
      const answers = found.flatMap(({ answer, isAlias }) => (isAlias ? [] : [answer]))
      if (answers.length === found.length) return [type, answers] as const
      const resolved = await ports.resolve(hostname, type).then(
        ({ records, status }) => toAnswer("resolver", type, { status, records, serial: null }),
        (error: unknown): DnsServerAnswer => ({ server: "resolver", status: "failed", reason: reasonOf(error) })
      )
      return [type, [...answers, resolved]] as const
    })
  )
  return Object.fromEntries(entries)
}

/** Also asks the recursive resolver for the records. Addresses are not compared, because they rotate. */
const secondOpinion = async (
  types: ReadonlyArray<DnsWatchType>,
  names: Partial<Record<DnsSetName, string>>,
  { domain, ports }: Zones
): Promise<ResolverSets> => {
  const compared = types.filter((type) => type === "NS" || type === "MX" || type === "TXT" || type === "CAA")
  const entries = await Promise.all(
    compared.map(async (type) => {
      const found = await ports.resolve(names[type] ?? domain, type).catch(() => null)
      return found === null ? [] : [[type, recordTexts(type, found.records)] as const]
    })
  )
  return Object.fromEntries(entries.flat())
}

const nothing = (types: ReadonlyArray<DnsWatchType>, reason: string): Sets =>
  Object.fromEntries(types.map((type) => [type, [{ server: "resolver", status: "failed" as const, reason }]]))

const isHostType = (type: DnsWatchType): type is "A" | "AAAA" | "CNAME" =>
  type === "A" || type === "AAAA" || type === "CNAME"

/**
 * Asks every server of a domain for its records, and the servers of the parent for its delegation. Finds the servers by
 * starting at the parent. Never asks servers without a public address. An answer is `failed` if a server could not be
 * asked. Rejects only with the signal's reason.
 *
 * @example
 * ```ts
 * const observation = await observeDns({ hostname: "www.example.com", types: ["NS", "MX"] }, { dns: makeNodeClient() })
 * ```
 */
export const observeDns = async (target: DnsWatchTarget, options: ObserveDnsOptions): Promise<DnsObservation> => {
  acceptObserveDns(target, options)
  options.signal?.throwIfAborted()
  const { hostname, types = DEFAULT_TYPES } = target
  const domain = target.domain ?? registrableDomain(hostname) ?? hostname
  const ports = makePorts(options)
  const observedAt = Date.now()
  const delegation = await findDelegation(domain, ports).catch((error: unknown) => {
    options.signal?.throwIfAborted()
    return reasonOf(error)
  })
  if (typeof delegation === "string")
    return { hostname, domain, observedAt, sets: nothing(types, delegation), names: {}, findings: [] }

  const zones: Zones = { hostname, domain, delegation, ports }
  const { authority, parent } = delegation
  const serials = await askSerials(authority, ports)
  const records = async (type: DnsWatchType): Promise<Sets> => {
    if (type === "NS")
      return { NS: delegationAnswers(delegation), zoneNS: await answersOf(authority, domain, "NS", serials, ports) }
    // The DS records of a zone are in the parent zone (RFC 4035 section 2.4).
    if (type === "DS") return { DS: await answersOf(parent, domain, "DS", new Map(), ports) }
    return { [type]: await answersOf(authority, domain, type, serials, ports) }
  }
  const watchesCaa = types.includes("CAA")
  const [host, caa, ...others] = await Promise.all([
    observeHost(types.filter(isHostType), zones),
    watchesCaa ? observeCaa(zones, serials) : null,
    ...types.filter((type) => type !== "CAA" && !isHostType(type)).map(records)
  ])
  const names = {
    ...Object.fromEntries(types.filter(isHostType).map((type) => [type, hostname])),
    ...(caa === null ? {} : { CAA: caa.name })
  }
  const sets: Sets = Object.assign({}, host, caa === null ? {} : { CAA: caa.answers }, ...others)
  const observed: DnsObservation = { hostname, domain, observedAt, sets, names, findings: [] }
  return { ...observed, findings: findingsOf(observed, await secondOpinion(types, names, zones)) }
}
