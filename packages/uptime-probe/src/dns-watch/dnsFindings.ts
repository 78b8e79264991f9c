import { BLOCKED } from "./authorityServers.ts"
import { isOlderSerial, sameRecords } from "./confirmation.ts"
import {
  type AnsweredSet,
  answeredSets,
  type DnsFinding,
  type DnsObservation,
  type DnsWatchType
} from "./DnsObservation.ts"

const list = (records: ReadonlyArray<string>): string => (records.length === 0 ? "none" : records.join(", "))

const newest = (sets: ReadonlyArray<AnsweredSet>): AnsweredSet | undefined =>
  sets.reduce<AnsweredSet | undefined>(
    (best, set) => (best === undefined || isOlderSerial(best.serial, set.serial) ? set : best),
    undefined
  )

const mismatch = ({ domain, sets }: DnsObservation): ReadonlyArray<DnsFinding> => {
  const parent = newest(answeredSets(sets.NS ?? []))
  const zone = newest(answeredSets(sets.zoneNS ?? []))
  if (parent === undefined || zone === undefined || parent.records.length === 0) return []
  if (sameRecords(parent.records, zone.records)) return []
  const message = `The parent delegates ${domain} to ${list(parent.records)}, but the zone lists ${list(zone.records)}.`
  return [{ code: "delegation_mismatch", message }]
}

const faultyServers = ({ domain, sets }: DnsObservation): ReadonlyArray<DnsFinding> => {
  const failed = (sets.zoneNS ?? []).flatMap((answer) => (answer.status === "failed" ? [answer] : []))
  return failed.flatMap(({ reason, server }): ReadonlyArray<DnsFinding> => {
    if (reason === BLOCKED)
      return [{ code: "blocked_server", message: `${server} has no public address, so it is never queried.` }]
    if (reason === "lame" || reason === "Refused" || reason === "no address")
      return [{ code: "lame_server", message: `${server} does not respond to queries for ${domain} (${reason}).` }]
    return []
  })
}

const ROTATED: ReadonlySet<string> = new Set(["A", "AAAA", "CNAME"])

const differing = ({ sets }: DnsObservation): ReadonlyArray<DnsFinding> =>
  Object.entries(sets).flatMap(([name, answers]): ReadonlyArray<DnsFinding> => {
    if (ROTATED.has(name)) return []
    const answered = answeredSets(answers)
    const best = newest(answered)
    const others = answered.filter((set) => best !== undefined && !sameRecords(set.records, best.records))
    if (others.length === 0) return []
    const type = name === "zoneNS" ? "NS" : name
    const message = `${list(others.map(({ server }) => server))} returns different ${type} records from ${best?.server}.`
    return [{ code: "servers_differ", message }]
  })

export type ResolverSets = Partial<Record<DnsWatchType, ReadonlyArray<string>>>

const resolverDiffers = ({ sets }: DnsObservation, resolver: ResolverSets): ReadonlyArray<DnsFinding> =>
  Object.entries(resolver).flatMap(([type, records]): ReadonlyArray<DnsFinding> => {
    const ofType = Object.hasOwn(sets, type) ? (sets[type as DnsWatchType] ?? []) : []
    const own = type === "NS" ? [...ofType, ...(sets.zoneNS ?? [])] : ofType
    const answered = answeredSets(own)
    if (answered.length === 0 || answered.some((set) => sameRecords(set.records, records))) return []
    const message = `A recursive resolver returns ${type} records that differ from those on the zone's servers: ${list(records)}.`
    return [{ code: "resolver_differs", message }]
  })

export const findingsOf = (observation: DnsObservation, resolver: ResolverSets): ReadonlyArray<DnsFinding> => [
  ...mismatch(observation),
  ...faultyServers(observation),
  ...differing(observation),
  ...resolverDiffers(observation, resolver)
]
