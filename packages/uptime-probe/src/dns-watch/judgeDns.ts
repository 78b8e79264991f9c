import { argumentsOf, nullable, optional } from "@mon/bundled/arguments"
import { canonicalAddress } from "@mon/public-net"
import type { SetJudgement } from "./confirmation.ts"
import { type DnsObservation, type DnsSetName, dnsWatchTypes } from "./DnsObservation.ts"
import type { DnsJudgement, DnsRecordChange, DnsWatchSettings, DnsWatchState, WatchedSet } from "./DnsWatchState.ts"
import { dnsObservation, watchSettings, watchState } from "./judgementKinds.ts"
import { judgeAddresses } from "./judgeAddresses.ts"
import { judgeRecords } from "./judgeRecords.ts"

const acceptJudgeDns = /* @__PURE__ */ argumentsOf("judgeDns", () => ({
  before: nullable(watchState()),
  observation: dnsObservation(),
  settings: optional(watchSettings())
}))

/** The names of the sets, in the order in which changes are reported. */
const SET_NAMES: ReadonlyArray<DnsSetName> = ["NS", "zoneNS", ...dnsWatchTypes.filter((type) => type !== "NS")]
const ROTATED: ReadonlySet<DnsSetName> = new Set(["A", "AAAA", "CNAME"])

const without = (records: ReadonlyArray<string>, others: ReadonlyArray<string>): ReadonlyArray<string> =>
  records.filter((record) => !others.includes(record))

const pinnedFor = (name: DnsSetName, { pinnedAddresses = [] }: DnsWatchSettings): ReadonlyArray<string> => {
  if (name !== "A" && name !== "AAAA") return []
  const addresses = pinnedAddresses.flatMap((address) => canonicalAddress(address) ?? [])
  return [...new Set(addresses.filter((address) => address.includes(":") === (name === "AAAA")))].toSorted()
}

/**
 * Compares an observation with earlier observations. A set of NS, DS, MX, TXT or CAA records counts as changed if a
 * server answers differently, and an answer at least 60 s later confirms this. Addresses and aliases count as changed
 * if none of those of the last 24 hours is left, or if they differ from the pinned addresses. Failed queries, outdated
 * servers and rotation do not count as changes.
 *
 * @example
 * ```ts
 * const at = (observedAt: number, records: ReadonlyArray<string>): DnsObservation => ({
 *   hostname: "example.com", domain: "example.com", observedAt, names: {}, findings: [],
 *   sets: { MX: [{ server: "ns1.example.net 192.0.2.53", status: "ok", records, serial: null }] }
 * })
 * const first = judgeDns(null, at(0, ["10 mx.example.net"]))
 * const second = judgeDns(first.state, at(180_000, ["10 mx.evil.example"]))
 * second.recheckAfterMs // => 60000
 * judgeDns(second.state, at(240_000, ["10 mx.evil.example"])).changes // => [{ type: "MX", name: "example.com", added: ["10 mx.evil.example"], removed: ["10 mx.example.net"], firstSeenAt: 180000 }]
 * ```
 */
export const judgeDns = (
  before: DnsWatchState | null,
  observation: DnsObservation,
  settings: DnsWatchSettings = {}
): DnsJudgement => {
  acceptJudgeDns(before, observation, settings)
  const { domain, names, observedAt } = observation
  const sets: Partial<Record<DnsSetName, WatchedSet>> = {}
  const changes: Array<DnsRecordChange> = []
  let recheckAfterMs: number | null = null
  for (const name of SET_NAMES) {
    const answers = observation.sets[name]
    if (answers === undefined) continue
    const earlier = before?.sets[name]
    const judged: SetJudgement | null = ROTATED.has(name)
      ? judgeAddresses(earlier, answers, pinnedFor(name, settings), observedAt)
      : judgeRecords(earlier, answers, observedAt)
    if (judged === null) continue
    sets[name] = judged.set
    if (judged.recheckAfterMs !== null) recheckAfterMs = Math.min(recheckAfterMs ?? Infinity, judged.recheckAfterMs)
    if (judged.change === null) continue
    // The zone now lists the same servers as the parent. This change was already reported as a change of the
    // delegation.
    if (name === "zoneNS" && sets.NS !== undefined && sets.NS.records.join() === judged.set.records.join()) continue
    const type = name === "zoneNS" ? "NS" : name
    changes.push({
      type,
      name: names[name] ?? domain,
      added: without(judged.set.records, judged.change.before),
      removed: without(judged.change.before, judged.set.records),
      firstSeenAt: judged.change.firstSeenAt
    })
  }
  return { state: { sets }, changes, recheckAfterMs }
}
