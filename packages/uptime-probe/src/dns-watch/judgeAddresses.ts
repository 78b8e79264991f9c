import { awaitAnswer, awaitConfirmation, isDue, sameRecords, type SetJudgement, unchanged } from "./confirmation.ts"
import { type AnsweredSet, answeredSets, type DnsServerAnswer } from "./DnsObservation.ts"
import type { DnsCandidate, WatchedSet } from "./DnsWatchState.ts"

/** The time for which an address counts as current after its last answer, in milliseconds. */
const ADDRESS_WINDOW_MS = 86_400_000
/**
 * The minimum time between two updates of an address's time, in milliseconds. It is long, so that few observations
 * change the state.
 */
const REFRESH_MS = 600_000
const MAX_SEEN = 500

type Seen = WatchedSet["seen"]

const sorted = (records: Iterable<string>): ReadonlyArray<string> => [...new Set(records)].toSorted()

const seenAt = (seen: Seen, record: string): number | undefined =>
  Object.hasOwn(seen, record) ? seen[record] : undefined

const isRecent = (last: number | undefined, at: number): boolean =>
  last !== undefined && at - last <= ADDRESS_WINDOW_MS + REFRESH_MS

const recent = (seen: Seen, at: number): ReadonlyArray<string> =>
  Object.keys(seen).filter((record) => isRecent(seenAt(seen, record), at))

/**
 * Adds the addresses of an answer to the addresses of the last 24 hours. Returns the same object if nothing important
 * changed.
 */
const withAnswered = (seen: Seen, records: ReadonlyArray<string>, at: number): Seen => {
  if (records.every((record) => at - (seenAt(seen, record) ?? -Infinity) < REFRESH_MS)) return seen
  const answered = new Set(records)
  const entries = [
    ...recent(seen, at).flatMap((record) =>
      answered.has(record) ? [] : [[record, seenAt(seen, record) ?? at] as const]
    ),
    ...records.map((record) => [record, at] as const)
  ]
  return Object.fromEntries(entries.toSorted(([, one], [, other]) => other - one).slice(0, MAX_SEEN))
}

const accept = (
  records: ReadonlyArray<string>,
  at: number,
  { learnsUntil, pinned, seen, superseded }: Pick<WatchedSet, "learnsUntil" | "pinned" | "seen" | "superseded">
): WatchedSet => ({
  records,
  acceptedAt: at,
  serial: null,
  superseded,
  servers: [],
  behind: [],
  candidate: null,
  seen,
  learnsUntil,
  pinned
})

const seenNow = (records: ReadonlyArray<string>, at: number): Seen =>
  Object.fromEntries(records.map((record) => [record, at]))

const withoutCandidate = (set: WatchedSet, seen: Seen, records: ReadonlyArray<string>): SetJudgement =>
  unchanged(
    set.candidate === null && seen === set.seen && sameRecords(records, set.records)
      ? set
      : { ...set, candidate: null, seen, records }
  )

interface Difference {
  readonly candidate: DnsCandidate | null
  readonly records: ReadonlyArray<string>
  readonly at: number
}

/**
 * Returns a judgement that waits for a second answer. Null if enough time has passed and a second answer confirms the
 * difference.
 */
const unconfirmed = (set: WatchedSet, { at, candidate, records }: Difference): SetJudgement | null => {
  if (candidate === null) return awaitConfirmation(set, { records, firstSeenAt: at, servers: [], rechecks: 0 }, at)
  return isDue(candidate, at) ? null : awaitConfirmation(set, { ...candidate, records }, at)
}

/** Returns whether a server still answers with old addresses, because it has not received the new addresses. */
const isLagging = ({ behind, superseded: [old = []] }: WatchedSet, { records, server }: AnsweredSet): boolean =>
  behind.includes(server) && records.some((record) => old.includes(record))

/**
 * Judges addresses that are not pinned. They count as changed only if a server's answer contains none of the addresses
 * of the last 24 hours.
 */
const judgeWindow = (before: WatchedSet, sets: ReadonlyArray<AnsweredSet>, at: number): SetJudgement => {
  const { candidate, superseded } = before
  const counted = before.behind.length === 0 ? sets : sets.filter((set) => !isLagging(before, set))
  const isKnown = ({ records }: AnsweredSet): boolean =>
    records.some((record) => isRecent(seenAt(before.seen, record), at)) ||
    (records.length === 0 && before.records.length === 0)
  const returns = ({ records }: AnsweredSet): boolean =>
    records.some((record) => superseded[0]?.includes(record) === true)
  const learns = at < before.learnsUntil && before.records.length > 0
  const differing = counted.filter((set) => !isKnown(set) && (!learns || set.records.length === 0 || returns(set)))
  const usual = counted.filter((set) => !differing.includes(set))
  const caughtUp = before.behind.filter((server) => !counted.some((set) => set.server === server && isKnown(set)))
  const set = caughtUp.length === before.behind.length ? before : { ...before, behind: caughtUp }
  const again = candidate === null ? differing : differing.filter(({ server }) => candidate.servers.includes(server))
  if (differing.length === 0) {
    const answeredAgain = candidate === null || usual.some(({ server }) => candidate.servers.includes(server))
    if (!answeredAgain) return awaitAnswer(set, candidate)
    const records = usual.length === 0 ? before.records : sorted(usual.flatMap((each) => each.records))
    return withoutCandidate(set, withAnswered(set.seen, records, at), records)
  }
  const records = sorted(differing.flatMap((each) => each.records))
  const servers = differing.map(({ server }) => server)
  if (candidate === null || again.length === 0)
    return awaitConfirmation(set, { records, firstSeenAt: at, servers, rechecks: 0 }, at)
  if (!isDue(candidate, at)) return awaitConfirmation(set, { ...candidate, records }, at)
  const gone = before.records.length === 0 ? [] : sorted([...recent(before.seen, at), ...before.records])
  const accepted = accept(records, at, {
    learnsUntil: at + ADDRESS_WINDOW_MS,
    pinned: [],
    seen: seenNow(records, at),
    superseded: [gone]
  })
  const behind = [...new Set([...before.servers, ...sets.map(({ server }) => server)])]
  return {
    set: { ...accepted, servers: before.servers, behind: behind.filter((server) => !servers.includes(server)) },
    change: { before: gone, firstSeenAt: candidate.firstSeenAt },
    recheckAfterMs: null
  }
}

/**
 * Judges pinned addresses. An address that is not pinned counts as a change, and so does a pinned address that no
 * server has returned for 24 hours.
 */
const judgePinned = (before: WatchedSet, answered: ReadonlyArray<string>, at: number): SetJudgement => {
  const known = recent(before.seen, at)
  const others = known.filter((record) => !before.pinned.includes(record))
  const confirmed = others.filter((record) => before.records.includes(record))
  const target =
    answered.length === 0
      ? []
      : sorted([
          ...before.pinned.filter((record) => known.includes(record) || answered.includes(record)),
          ...confirmed,
          ...answered
        ])
  const seen = withAnswered(before.seen, answered, at)
  if (sameRecords(target, before.records)) return withoutCandidate(before, seen, before.records)
  const waits = unconfirmed(before, { at, candidate: before.candidate, records: target })
  if (waits !== null) return waits
  return {
    set: accept(target, at, { learnsUntil: 0, pinned: before.pinned, seen, superseded: [] }),
    change: { before: before.records, firstSeenAt: before.candidate?.firstSeenAt ?? at },
    recheckAfterMs: null
  }
}

/** Judges an observation of addresses or aliases, which servers may rotate. */
export const judgeAddresses = (
  before: WatchedSet | undefined,
  answers: ReadonlyArray<DnsServerAnswer>,
  pinned: ReadonlyArray<string>,
  at: number
): SetJudgement | null => {
  const sets = answeredSets(answers)
  const known = before !== undefined && sameRecords(before.pinned, pinned) ? before : undefined
  if (sets.length === 0) {
    if (known === undefined) return null
    return known.candidate === null ? unchanged(known) : awaitAnswer(known, known.candidate)
  }
  if (known !== undefined && pinned.length === 0) {
    const judged = judgeWindow(known, sets, at)
    const servers = answers.map(({ server }) => server)
    return sameRecords(servers, judged.set.servers) ? judged : { ...judged, set: { ...judged.set, servers } }
  }
  const answered = sorted(sets.flatMap(({ records }) => records))
  if (pinned.length > 0) {
    const first = { learnsUntil: 0, pinned, seen: seenNow(pinned, at), superseded: [] }
    return judgePinned(known ?? accept(pinned, at, first), answered, at)
  }
  const learnsUntil = at + ADDRESS_WINDOW_MS
  return unchanged(accept(answered, at, { learnsUntil, pinned, seen: seenNow(answered, at), superseded: [] }))
}
