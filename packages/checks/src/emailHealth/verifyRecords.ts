import type { RepairRecord } from "@mon/email-health"
import { agreeingResolvers, isResolver } from "@mon/model"
import type { RecordSetAnswer, RecordSetObservation } from "@mon/uptime-probe"
import * as Effect from "effect/Effect"
import { storable } from "../StoredText.ts"
import { RecordObserver } from "./RecordObserver.ts"

/**
 * The state of a record at a server: it has the new values, still a replaced one, not every new one, or gave no answer.
 */
export type PublishedState = "published" | "old" | "missing" | "failed"

/** The state of a record of a repair plan at one server. */
export interface ServerState {
  /** Name and address of the server; "resolver", "resolver 2" for the resolvers of the service. */
  readonly server: string
  readonly state: PublishedState
  /** The reason why there is no answer; null if there is one. */
  readonly reason: string | null
  /** Seconds for which resolvers may cache the answer; null if unknown. */
  readonly ttl: number | null
}

/** `verified`: everybody has the new values. `pending`: somebody has not. `unknown`: somebody did not answer. */
export type RepairState = "verified" | "pending" | "unknown"

/** A record of a plan with what every server says about it. */
export interface VerifiedRecord {
  readonly record: RepairRecord
  readonly state: RepairState
  readonly servers: ReadonlyArray<ServerState>
}

/** The most records of a plan that are asked for. */
export const MAX_VERIFIED_RECORDS = 20
const AT_ONCE = 8
const MAX_LABEL = 300

type Wanted = Pick<RepairRecord, "type" | "values" | "replaces">

/** Names have no case and no final dot. The text of a TXT record has both. */
const comparable = (type: RepairRecord["type"], value: string): string =>
  type === "TXT" ? value : value.toLowerCase().replace(/\.$/u, "")

/** Compares the answer of one server with the values that a record must have. */
export const publishedState = (answer: RecordSetAnswer, { replaces, type, values }: Wanted): ServerState => {
  const server = storable(answer.server, MAX_LABEL)
  if (answer.status === "failed")
    return { server, state: "failed", reason: storable(answer.reason, MAX_LABEL), ttl: null }
  const wanted = values.map((value) => comparable(type, value))
  const found = new Set(answer.values.map((value) => comparable(type, value)))
  const isOld = replaces
    .map((value) => comparable(type, value))
    .some((value) => found.has(value) && !wanted.includes(value))
  const state = isOld ? "old" : wanted.every((value) => found.has(value)) ? "published" : "missing"
  return { server, state, reason: null, ttl: answer.ttl }
}

/** Every answer about a record. */
export const answersOf = ({ resolver, resolvers, servers }: RecordSetObservation): ReadonlyArray<RecordSetAnswer> => [
  ...servers,
  resolver,
  ...resolvers
]

/** Resolvers that must have the records, if the service has as many. */
const WANTED_RESOLVERS = 2

/**
 * The state of a record from what every server says. `hasZone`: at least one server of the zone was found. A silent
 * resolver agrees with nobody, but nobody waits for it if two others have the record.
 */
export const recordState = (
  answers: ReadonlyArray<Pick<ServerState, "server" | "state">>,
  hasZone: boolean
): RepairState => {
  if (answers.some(({ state }) => state === "old" || state === "missing")) return "pending"
  const resolvers = answers.filter(({ server }) => isResolver(server))
  const servers = answers.filter(({ server }) => !isResolver(server))
  const isAgreed = agreeingResolvers(answers) >= Math.min(WANTED_RESOLVERS, resolvers.length)
  return hasZone && isAgreed && servers.every(({ state }) => state === "published") ? "verified" : "unknown"
}

/** The state of a whole plan. A plan without records is verified. */
export const planState = (records: ReadonlyArray<Pick<VerifiedRecord, "state">>): RepairState => {
  if (records.some(({ state }) => state === "pending")) return "pending"
  return records.every(({ state }) => state === "verified") ? "verified" : "unknown"
}

/** Asks every server of the zone, and the resolvers, whether they have the records of a plan. */
export const verifyRecords = Effect.fn("verifyRecords")(function* (records: ReadonlyArray<RepairRecord>) {
  const observer = yield* RecordObserver
  return yield* Effect.forEach(
    records.slice(0, MAX_VERIFIED_RECORDS),
    Effect.fnUntraced(function* (record): Effect.fn.Return<VerifiedRecord> {
      const observation = yield* observer.observe({ name: record.host, type: record.type })
      const states = answersOf(observation).map((answer) => publishedState(answer, record))
      return { record, state: recordState(states, observation.servers.length > 0), servers: states }
    }),
    { concurrency: AT_ONCE }
  )
})
