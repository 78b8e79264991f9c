import { type CauseArea, type CauseClass, causeClasses, type DiagnosisFacts } from "@mon/diagnosis"
import { agreeingResolvers, type IncidentRepairAnswers, incidentRepairLimits } from "@mon/model"
import type { RecordSetAnswer, RecordSetObservation } from "@mon/uptime-probe"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { isIP } from "node:net"
import { RecordObserver } from "../emailHealth/RecordObserver.ts"
import { answersOf, recordState } from "../emailHealth/verifyRecords.ts"
import { storable } from "../StoredText.ts"

const MAX_TEXT = 300
const TYPES = ["A", "AAAA", "CNAME"] as const

/** The areas of causes whose repair changes the host's records at the name servers. */
const AREAS: ReadonlySet<CauseArea> = new Set(["registration", "delegation", "dns"])

/** Returns whether Mon also queries the name servers to verify the repair of an incident with this cause. */
export const isAskedAtServers = (cause: CauseClass | null): boolean =>
  cause !== null && AREAS.has(causeClasses[cause].area)

/** The host of an incident whose records are queried, and the values that were wrong. */
export interface RecordsToAsk {
  readonly host: string
  /** The addresses and aliases that led to the failure. */
  readonly faulty: ReadonlyArray<string>
}

const comparable = (value: string): string => value.toLowerCase().replace(/\.$/u, "")

/**
 * Returns the addresses and aliases of the host that were wrong when it failed. If the list is empty, any value counts
 * as right.
 */
const faultyOf = ({ addresses = [], check, dns }: DiagnosisFacts, cause: CauseClass): ReadonlyArray<string> => {
  const added = (dns?.changes ?? []).flatMap((change) =>
    TYPES.some((type) => type === change.type) ? change.added : []
  )
  const alias = dns?.alias?.target
  const checked = [...addresses.map(({ address }) => address), ...(check?.address == null ? [] : [check.address])]
  if (cause === "cname_changed" || cause === "cname_dangling")
    return [...added, ...(typeof alias === "string" ? [alias] : [])]
  if (cause === "address_not_public") return (dns?.answers ?? []).flatMap(({ records = [] }) => records)
  if (cause === "address_changed") return [...added, ...checked]
  return cause === "name_servers_differ" || cause === "delegation_changed" ? checked : []
}

/**
 * Returns the records to query after an incident. Null if the cause is not in the registration or DNS, or if the
 * incident has no host name.
 */
export const recordsToAsk = (facts: DiagnosisFacts, cause: CauseClass | null): RecordsToAsk | null => {
  const host = facts.target?.host
  if (cause === null || !isAskedAtServers(cause) || host === undefined || isIP(host) !== 0) return null
  return { host, faulty: [...new Set(faultyOf(facts, cause).map(comparable))] }
}

type Answer = IncidentRepairAnswers["servers"][number]

const valuesOf = (answers: ReadonlyArray<RecordSetAnswer>): ReadonlyArray<string> => [
  ...new Set(answers.flatMap((answer) => (answer.status === "failed" ? [] : answer.values.map(comparable))))
]

const answerOf = (server: string, answers: ReadonlyArray<RecordSetAnswer>, faulty: ReadonlySet<string>): Answer => {
  const values = valuesOf(answers)
  const hasFailed = values.length === 0 && answers.some(({ status }) => status === "failed")
  const isOld = values.some((value) => faulty.has(value))
  return {
    server: storable(server, MAX_TEXT),
    state: hasFailed ? "failed" : values.length === 0 ? "missing" : isOld ? "old" : "published",
    values: values.slice(0, incidentRepairLimits.values).map((value) => storable(value, MAX_TEXT))
  }
}

/**
 * Compares the servers' answers about the host of an incident with the values that were wrong. `isUp` means that the
 * site is up as seen from one location. The values of the first resolver then count as right, even if they were wrong
 * before, because somebody may have repaired the server at that address.
 */
export const answersAbout = (
  { faulty }: RecordsToAsk,
  observations: ReadonlyArray<RecordSetObservation>,
  isUp: boolean
): Omit<IncidentRepairAnswers, "at"> => {
  const right = new Set(isUp ? valuesOf(observations.map(({ resolver }) => resolver)) : [])
  const wrong = new Set(faulty.filter((value) => !right.has(value)))
  const byServer = new Map<string, ReadonlyArray<RecordSetAnswer>>()
  for (const answer of observations.flatMap(answersOf))
    byServer.set(answer.server, [...(byServer.get(answer.server) ?? []), answer])
  const servers = [...byServer].map(([server, answers]) => answerOf(server, answers, wrong))
  const hasZone = observations.some((one) => one.servers.length > 0)
  return {
    state: recordState(servers, hasZone),
    resolvers: agreeingResolvers(servers),
    servers: servers.slice(0, incidentRepairLimits.answers)
  }
}

/** Queries every name server of the host, and the service's resolvers, for the host's addresses and alias. */
export const askAboutRepair = Effect.fn("askAboutRepair")(function* (
  asked: RecordsToAsk,
  isUp: boolean
): Effect.fn.Return<IncidentRepairAnswers, never, RecordObserver> {
  const observer = yield* RecordObserver
  const at = new Date(yield* Clock.currentTimeMillis).toISOString()
  const observations = yield* Effect.forEach(TYPES, (type) => observer.observe({ name: asked.host, type }), {
    concurrency: "unbounded"
  })
  return { at, ...answersAbout(asked, observations, isUp) }
})
