import { type DnsWatchClaim, DnsWatches, type StoreError } from "@mon/core-store"
import type { DnsTypeChange } from "@mon/model"
import {
  type DnsRecordChange,
  type DnsWatchState,
  type DnsWatchType,
  dnsWatchTypes,
  judgeDns,
  type WatchedSet
} from "@mon/uptime-probe"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { dnsChangeEvidence } from "../diagnoses/dnsChangeEvidence.ts"
import { databaseTime } from "../domains/checkDomain.ts"
import { mailDomainOf } from "../emailHealth/MailDomain.ts"
import { type RecordObserver, RECORDS_WITHIN_MS } from "../emailHealth/RecordObserver.ts"
import { Connectivity } from "../ownNetwork/Connectivity.ts"
import { DnsObserver, OBSERVE_WITHIN_MS } from "./DnsObserver.ts"
import { dnsRepairFindings } from "./restoredRecords.ts"
import { storableLines, toShown } from "./toShown.ts"

const texts = Schema.Array(Schema.String)

const StoredSet = Schema.Struct({
  records: texts,
  acceptedAt: Schema.Finite,
  serial: Schema.NullOr(Schema.Finite),
  superseded: Schema.Array(texts),
  servers: texts,
  behind: texts,
  candidate: Schema.NullOr(
    Schema.Struct({
      records: texts,
      firstSeenAt: Schema.Finite,
      servers: texts,
      rechecks: Schema.Finite
    })
  ),
  seen: Schema.Record(Schema.String, Schema.Finite),
  learnsUntil: Schema.Finite,
  pinned: texts
}) satisfies Schema.Codec<WatchedSet, WatchedSet>

const decode = Schema.decodeUnknownOption(Schema.Struct({ sets: Schema.Record(Schema.String, StoredSet) }))

/**
 * Reads the stored state. Null before the first observation, or if another release stored the state in another form.
 * The watch then begins anew.
 */
const readState = (stored: unknown): DnsWatchState | null => (stored === null ? null : Option.getOrNull(decode(stored)))

export interface ClaimedDnsWatch extends DnsWatchClaim {
  /** The time at which the claim arrived, in nanoseconds on this process's monotonic clock. */
  readonly receivedAt: bigint
}

export const claimDnsWatches = (
  limit: number,
  leaseMs: number,
  exceptAccounts: ReadonlyArray<string> = []
): Effect.Effect<ReadonlyArray<ClaimedDnsWatch>, StoreError, DnsWatches> =>
  Effect.gen(function* () {
    const claims = yield* (yield* DnsWatches).claim(limit, leaseMs, exceptAccounts)
    const receivedAt = yield* Clock.monotonicTimeNanos
    return claims.map((claim) => ({ ...claim, receivedAt }))
  })

/**
 * The longest time that the check of one domain may take, including the queries about restored records, in
 * milliseconds.
 */
export const DNS_WATCH_WITHIN_MS = OBSERVE_WITHIN_MS + RECORDS_WITHIN_MS

/**
 * The longest time from the first different answer of a server until the alert, in milliseconds. On the Free plan, it
 * is the interval if that is longer.
 */
const ANNOUNCE_WITHIN_MS = 300_000
/**
 * The time reserved for the confirmation of a change: it starts after 60 s, and another 60 s are for claims,
 * observations and repetitions.
 */
const CONFIRMATION_MS = 120_000
/** The time after which an observation is repeated while this worker's own network is in doubt. */
const IN_DOUBT_MS = 60_000

/** The time between two observations, in milliseconds. */
const observationInterval = ({ intervalMs, plan }: Pick<DnsWatchClaim, "intervalMs" | "plan">): number =>
  (plan === "free" ? Math.max(intervalMs, ANNOUNCE_WITHIN_MS) : ANNOUNCE_WITHIN_MS) - CONFIRMATION_MS

const isWatched = (types: ReadonlyArray<string>) => (type: DnsWatchType) => types.includes(type)

const toTypeChange = ({ added, firstSeenAt, name, removed, type }: DnsRecordChange): DnsTypeChange => ({
  type,
  name,
  added: storableLines(added),
  removed: storableLines(removed),
  firstSeenAt: new Date(firstSeenAt).toISOString()
})

export type DnsWatchOutcome = "changed" | "unchanged" | "unconfirmed" | "failed" | "in_doubt" | "late"

/**
 * Observes a claimed domain and records its changes. While this worker's own network is in doubt, it records no
 * changes.
 */
export const checkDueDnsWatch = Effect.fnUntraced(function* (
  claim: ClaimedDnsWatch
): Effect.fn.Return<DnsWatchOutcome, StoreError, DnsWatches | DnsObserver | RecordObserver | Connectivity> {
  const watches = yield* DnsWatches
  const before = readState(claim.state)
  const { hostname, watch } = claim
  const found = yield* (yield* DnsObserver).observe({
    hostname,
    domain: mailDomainOf(hostname),
    types: dnsWatchTypes.filter(isWatched(watch.types))
  })
  const observation = { ...found, observedAt: yield* databaseTime(claim) }
  const isInDoubt = yield* (yield* Connectivity).suppressing
  const judged = isInDoubt
    ? { state: before ?? { sets: {} }, changes: [], recheckAfterMs: IN_DOUBT_MS }
    : judgeDns(before, observation, { pinnedAddresses: watch.addresses ?? [] })
  const interval = observationInterval(claim)
  const changes = judged.changes.map(toTypeChange)
  const at = new Date(observation.observedAt).toISOString()
  const facts = changes.length === 0 ? null : dnsChangeEvidence({ hostname, at, before, now: judged.state, changes })
  const repair = isInDoubt
    ? null
    : yield* dnsRepairFindings(claim.repair, { before, now: judged.state, changes, facts })
  const accepted = yield* watches.record(claim, {
    observedAt: observation.observedAt,
    state: judged.state,
    shown: toShown(observation, judged.state),
    changes,
    ...(facts === null ? {} : { diagnosisFacts: facts }),
    ...(repair === null ? {} : { repair }),
    nextInMs: Math.ceil(Math.min(interval, judged.recheckAfterMs ?? interval))
  })
  if (!accepted) return "late"
  if (isInDoubt) return "in_doubt"
  if (judged.changes.length > 0) return "changed"
  if (Object.values(observation.sets).every((set) => set.every(({ status }) => status === "failed"))) return "failed"
  return judged.recheckAfterMs === null ? "unchanged" : "unconfirmed"
})
