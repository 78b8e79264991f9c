import type { RepairRecord } from "@mon/email-health"
import { agreeingResolvers, isResolver } from "@mon/model"
import type { RecordSetAnswer, RecordSetObservation } from "@mon/uptime-probe"
import * as Effect from "effect/Effect"
import { storable } from "../StoredText.ts"
import { RecordObserver } from "./RecordObserver.ts"

/**
 * The state of a record at a server. `published`: the server has all new values. `old`: it still has a replaced value.
 * `missing`: it does not have all new values. `failed`: it did not answer.
 */
export type PublishedState = "published" | "old" | "missing" | "failed"

export interface ServerState {
  /** The name and address of the server. The service's resolvers are "resolver", "resolver 2" and so on. */
  readonly server: string
  readonly state: PublishedState
  /** The reason why the server did not answer. Null if it answered. */
  readonly reason: string | null
  /** The number of seconds for which resolvers may cache the answer. Null if unknown. */
  readonly ttl: number | null
}

/**
 * The state of a record or plan. `verified`: every server of the zone, and enough resolvers, have the new values.
 * `pending`: at least one server does not have them. `unknown`: any other case, for example if a server did not answer.
 */
export type RepairState = "verified" | "pending" | "unknown"

export interface VerifiedRecord {
  readonly record: RepairRecord
  readonly state: RepairState
  readonly servers: ReadonlyArray<ServerState>
}

export const MAX_VERIFIED_RECORDS = 20
const AT_ONCE = 8
const MAX_LABEL = 300

type Wanted = Pick<RepairRecord, "type" | "values" | "replaces">

/**
 * Returns the form of a value for comparisons. The case and the final dot of a name do not matter, but the text of a
 * TXT record is compared unchanged.
 */
const comparable = (type: RepairRecord["type"], value: string): string =>
  type === "TXT" ? value : value.toLowerCase().replace(/\.$/u, "")

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

export const answersOf = ({ resolver, resolvers, servers }: RecordSetObservation): ReadonlyArray<RecordSetAnswer> => [
  ...servers,
  resolver,
  ...resolvers
]

/**
 * The number of resolvers that must return the new record. If the service has fewer resolvers, all of them must return
 * it.
 */
const WANTED_RESOLVERS = 2

/**
 * Returns the state of a record from its states at the servers. `hasZone` means that at least one server of the zone
 * was found. A resolver that does not answer is ignored if two other resolvers have the record.
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

/** Returns the state of a whole repair plan. A plan without records counts as verified. */
export const planState = (records: ReadonlyArray<Pick<VerifiedRecord, "state">>): RepairState => {
  if (records.some(({ state }) => state === "pending")) return "pending"
  return records.every(({ state }) => state === "verified") ? "verified" : "unknown"
}

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
