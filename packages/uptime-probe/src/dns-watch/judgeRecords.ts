import {
  awaitAnswer,
  awaitConfirmation,
  isDue,
  isOlderSerial,
  sameRecords,
  type SetJudgement,
  unchanged
} from "./confirmation.ts"
import { type AnsweredSet, answeredSets, type DnsServerAnswer } from "./DnsObservation.ts"
import type { WatchedSet } from "./DnsWatchState.ts"

const MAX_SUPERSEDED = 8

/** Returns the newest answer by serial number. Of equally new answers, returns the answer that most servers gave. */
const newest = (answers: ReadonlyArray<AnsweredSet>): AnsweredSet | undefined => {
  const votes = (answer: AnsweredSet) => answers.filter((other) => sameRecords(other.records, answer.records)).length
  let best: AnsweredSet | undefined
  for (const answer of answers) {
    if (best === undefined || isOlderSerial(best.serial, answer.serial)) best = answer
    else if (!isOlderSerial(answer.serial, best.serial) && votes(answer) > votes(best)) best = answer
  }
  return best
}

const highestSerial = (answers: ReadonlyArray<AnsweredSet>): number | null => {
  let highest: number | null = null
  for (const { serial } of answers) if (highest === null || isOlderSerial(highest, serial)) highest = serial
  return highest
}

const distinct = (
  sets: ReadonlyArray<ReadonlyArray<string>>,
  except: ReadonlyArray<string>
): ReadonlyArray<ReadonlyArray<string>> => {
  const found: Array<ReadonlyArray<string>> = []
  for (const set of sets)
    if (!sameRecords(set, except) && !found.some((other) => sameRecords(other, set))) found.push(set)
  return found.slice(0, MAX_SUPERSEDED)
}

const accept = (
  records: ReadonlyArray<string>,
  answers: ReadonlyArray<DnsServerAnswer>,
  at: number,
  before: WatchedSet | undefined
): WatchedSet => {
  const answered = answeredSets(answers)
  const withRecords = answered.filter((answer) => sameRecords(answer.records, records))
  const upToDate = new Set(withRecords.map(({ server }) => server))
  const known = new Set([...(before?.servers ?? []), ...answered.map(({ server }) => server)])
  const servers = answers.map(({ server }) => server).filter((server) => known.has(server))
  return {
    records,
    acceptedAt: at,
    serial: highestSerial(withRecords),
    superseded: distinct(
      [
        ...(before === undefined ? [] : [before.records]),
        ...answered.map((answer) => answer.records),
        ...(before?.superseded ?? [])
      ],
      records
    ),
    servers,
    behind: servers.filter((server) => !upToDate.has(server)),
    candidate: null,
    seen: {},
    learnsUntil: 0,
    pinned: []
  }
}

/**
 * Returns whether an answer shows an earlier state of the zone. A server that is known to be outdated shows an earlier
 * state if it gives earlier records or an older serial number. Any other known server must give both, while some server
 * is up to date.
 */
const isLagging = (set: WatchedSet, answer: AnsweredSet, someCurrent: boolean): boolean => {
  if (!set.servers.includes(answer.server)) return false
  const isOlder = isOlderSerial(answer.serial, set.serial)
  const wasEarlier = set.superseded.some((records) => sameRecords(records, answer.records))
  if (set.behind.includes(answer.server)) return wasEarlier || isOlder
  return someCurrent && wasEarlier && isOlder
}

const follow = (set: WatchedSet, answers: ReadonlyArray<DnsServerAnswer>, current: ReadonlySet<string>): WatchedSet => {
  const known = new Set(set.servers)
  const servers = answers.flatMap(({ server, status }) => (status !== "failed" || known.has(server) ? [server] : []))
  const behind = set.behind.filter((server) => servers.includes(server) && !current.has(server))
  const isSame = sameRecords(servers, set.servers) && sameRecords(behind, set.behind)
  return isSame ? set : { ...set, servers, behind }
}

/**
 * Judges a set of records that has only one value at a time, although some servers may have a new value before others.
 */
export const judgeRecords = (
  before: WatchedSet | undefined,
  answers: ReadonlyArray<DnsServerAnswer>,
  at: number
): SetJudgement | null => {
  const answered = answeredSets(answers)
  if (before === undefined) {
    const first = newest(answered)
    return first === undefined ? null : unchanged(accept(first.records, answers, at, undefined))
  }
  const { candidate } = before
  if (answered.length === 0) return candidate === null ? unchanged(before) : awaitAnswer(before, candidate)
  const current = new Set(
    answered.filter((answer) => sameRecords(answer.records, before.records)).map(({ server }) => server)
  )
  if (candidate === null && current.size === answered.length) return unchanged(follow(before, answers, current))
  const differing = answered.filter(
    (answer) => !current.has(answer.server) && !isLagging(before, answer, current.size > 0)
  )
  const best = newest(differing)
  if (best === undefined) {
    const set = follow(before, answers, current)
    const silent = answers.some(({ server, status }) => status === "failed" && candidate?.servers.includes(server))
    if (candidate === null || !silent) return unchanged(candidate === null ? set : { ...set, candidate: null })
    return awaitAnswer(set, candidate)
  }
  const again =
    candidate === null ? undefined : differing.find(({ records }) => sameRecords(records, candidate.records))
  const target = again === undefined || isOlderSerial(again.serial, best.serial) ? best : again
  const servers = differing.filter(({ records }) => sameRecords(records, target.records)).map(({ server }) => server)
  if (candidate === null || !sameRecords(candidate.records, target.records))
    return awaitConfirmation(before, { records: target.records, firstSeenAt: at, servers, rechecks: 0 }, at)
  if (!isDue(candidate, at)) return awaitConfirmation(before, { ...candidate, servers }, at)
  return {
    set: accept(target.records, answers, at, before),
    change: { before: before.records, firstSeenAt: candidate.firstSeenAt },
    recheckAfterMs: null
  }
}
