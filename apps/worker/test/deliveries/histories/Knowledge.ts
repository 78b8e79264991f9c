// The messages that each receiver must get, according to the rules in docs: shared causes, routes, maintenance, pauses
// and flapping. The code in this file does not read how deliveries are made.
import type { Arrival } from "../Receivers.ts"
import { type Role, roles } from "./History.ts"

export interface Happened {
  readonly atMs: number
  /** The number of messages that had arrived before this fact. */
  readonly arrivals: number
  readonly monitor: string
  readonly word: string
  /** The receivers of the fact. `later` has the receivers that may get the fact later, by a step of a route. */
  readonly audience: ReadonlySet<Role>
  readonly later: ReadonlySet<Role>
  /** Whether alerts were paused, also by a suspension. `inWindow` says whether a maintenance window was open. */
  readonly paused: boolean
  readonly suspended: boolean
  readonly inWindow: boolean
}

export interface Moment {
  readonly nowMs: number
  /** The number of facts and messages up to this moment. */
  readonly happened: number
  readonly arrivals: number
  readonly paused: boolean
  readonly inWindow: boolean
  readonly removed: ReadonlySet<Role>
  /** Returns whether a message about the availability of a monitor is pending for a receiver. */
  readonly isOnItsWay: (role: Role, monitor: string) => boolean
}

export interface Observed {
  readonly happened: ReadonlyArray<Happened>
  readonly arrivals: ReadonlyArray<Arrival & { readonly role: Role; readonly index: number }>
  readonly monitors: ReadonlyArray<string>
  /** Whether the chat is a WhatsApp number. Combined WhatsApp messages name each monitor once. */
  readonly hasNumber: boolean
  /** The number of messages that had arrived when each receiver was removed. */
  readonly removed: ReadonlyMap<Role, number>
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/**
 * The number of changes within a day that makes a monitor flap. A notice replaces these changes until the state has
 * lasted for an hour.
 */
const FLAPPING = 6

const OF_OUTAGES: ReadonlySet<string> = new Set(["ACKNOWLEDGED", "WITHDRAWN", "STOPPED"])

const isState = (word: string): boolean => word === "DOWN" || word === "UP"

/** Returns whether a monitor was stopped or deleted after a fact about it. If so, nobody has to get the fact. */
const isStoppedAfter = (happened: ReadonlyArray<Happened>, monitor: string, position: number): boolean =>
  happened.slice(position + 1).some((one) => one.monitor === monitor && one.word === "STOPPED")

type Received = Observed["arrivals"][number]

const receivedAbout = (received: ReadonlyArray<Received>, role: Role, monitor: string) =>
  received
    .filter((arrival) => arrival.role === role)
    .flatMap((arrival) =>
      arrival.statements.filter(({ name }) => name === monitor).map(({ word }) => ({ ...arrival, word }))
    )

const changesOf = (happened: ReadonlyArray<Happened>, monitor: string) =>
  happened.filter((one) => one.monitor === monitor && isState(one.word))

const flaps = (changes: ReadonlyArray<Happened>, change: Happened): boolean =>
  changes.filter(
    ({ arrivals, atMs }) => atMs > change.atMs - DAY_MS && arrivals <= change.arrivals && atMs <= change.atMs
  ).length >= FLAPPING

/** Returns whether a receiver may have missed the state of a monitor at a moment, although nothing is pending. */
const isExcused = (
  role: Role,
  received: string,
  changes: ReadonlyArray<Happened>,
  { nowMs, paused, inWindow }: Pick<Moment, "inWindow" | "nowMs" | "paused">
): boolean => {
  const last = changes.at(-1)
  if (last === undefined) return false
  if (flaps(changes, last) && nowMs - last.atMs <= HOUR_MS) return true
  if (last.word === "UP") return paused
  // A pause announces no outage. A maintenance window announces outages only at its end.
  return !last.audience.has(role) || last.paused || (last.inWindow && (inWindow || paused)) || received === "DOWN"
}

/** Returns the monitors whose state the receivers should know at a moment, but do not know. */
export const unknownAt = (observed: Observed, moment: Moment): ReadonlyArray<string> => {
  const happened = observed.happened.slice(0, moment.happened)
  const received = observed.arrivals.filter(({ index }) => index < moment.arrivals)
  return observed.monitors.flatMap((monitor) => {
    const changes = changesOf(happened, monitor)
    const last = changes.at(-1)
    if (isStoppedAfter(happened, monitor, last === undefined ? -1 : happened.indexOf(last))) return []
    const state = last?.word ?? "UP"
    return (["email", "chat", "other", "webhook"] as const).flatMap((role) => {
      if (moment.removed.has(role)) return []
      const known = receivedAbout(received, role, monitor).findLast(({ word }) => isState(word))?.word ?? "UP"
      return known === state || moment.isOnItsWay(role, monitor) || isExcused(role, known, changes, moment)
        ? []
        : [`${role} received ${known} last about ${monitor}, which is ${state}`]
    })
  })
}

/** Returns the messages that were not true when they arrived. Programs get every fact, and may get a fact late. */
const untrue = ({ arrivals, happened, monitors }: Observed): ReadonlyArray<string> =>
  monitors.flatMap((monitor) =>
    (["email", "chat", "other"] as const).flatMap((role) =>
      receivedAbout(arrivals, role, monitor)
        .filter(({ word }) => isState(word))
        .flatMap(({ index, title, word }) => {
          const before = happened.filter((one) => one.monitor === monitor && one.arrivals <= index)
          const last = before.findLast((one) => isState(one.word) || one.word === "STOPPED")
          const state = last?.word ?? "UP"
          // A message about an end is true, even if the monitor was stopped later or went down in a maintenance window.
          const isOld = word === "UP" && (state === "STOPPED" || last?.inWindow === true)
          return state === word || isOld
            ? []
            : [`${role} received ${word} about ${monitor}, which was ${state} (${title})`]
        })
    )
  )

/**
 * Returns whether the statements of one receiver can be about the facts, in order, so that no fact is left out for
 * which `isDue` returns true. A statement may be repeated if its sender got no confirmation. A reminder also repeats a
 * statement.
 */
const canExplain = (
  statements: ReadonlyArray<Received & { readonly word: string }>,
  facts: ReadonlyArray<Happened>,
  isDue: (fact: Happened) => boolean
): boolean => {
  const failed = new Set<string>()
  const goesOn = (next: number, at: number, wasConfirmed: boolean): boolean => {
    const key = `${next} ${at} ${wasConfirmed}`
    if (failed.has(key)) return false
    const found = isPossible(next, at, wasConfirmed)
    if (!found) failed.add(key)
    return found
  }
  const isPossible = (next: number, at: number, wasConfirmed: boolean): boolean => {
    const statement = statements[next]
    if (statement === undefined) return !facts.slice(at + 1).some(isDue)
    const { index, isConfirmed, title, word } = statement
    const mayRepeat = at >= 0 && facts[at]?.word === word && (!wasConfirmed || title.includes("Reminder: "))
    if (mayRepeat && goesOn(next + 1, at, isConfirmed || wasConfirmed)) return true
    for (let place = at + 1; place < facts.length; place += 1) {
      const fact = facts[place]
      if (fact === undefined || fact.arrivals > index) return false
      if (fact.word === word && goesOn(next + 1, place, isConfirmed)) return true
      if (isDue(fact)) return false
    }
    return false
  }
  return goesOn(0, -1, true)
}

/**
 * The words of each subject. For most words, a message about the newest fact is enough. For the words of `isEvent`,
 * each fact needs a message.
 */
const SUBJECTS: ReadonlyArray<ReadonlySet<string>> = [
  new Set(["DOWN", "UP"]),
  new Set(["SLOW", "FAST AGAIN"]),
  new Set(["EMAIL", "EMAIL RECOVERED"]),
  new Set(["CERTIFICATE"]),
  new Set(["DNS CHANGED"]),
  new Set(["CHANGED"])
]
/** Returns whether each fact of a word counts. */
const isEvent = (word: string): boolean => word === "DNS CHANGED" || word === "CHANGED"

/**
 * Returns whether maintenance hides facts of a word for ever. After maintenance, a certificate is announced only if it
 * is still wrong.
 */
const isExpected = (word: string): boolean => isEvent(word) || word === "CERTIFICATE"

/** The maximum time between facts that can be in one message. */
const COMBINED_MS = 60_000

/** Returns messages that are repeated or out of order, and facts without a message. */
const wrongSequences = ({ arrivals, happened, hasNumber, monitors, removed }: Observed): ReadonlyArray<string> =>
  monitors.flatMap((monitor) =>
    (["email", "chat", "other", "webhook"] as const).flatMap((role) =>
      SUBJECTS.flatMap((words) => {
        const facts = happened.filter((fact) => fact.monitor === monitor && words.has(fact.word))
        const statements = receivedAbout(arrivals, role, monitor).filter(({ word }) => words.has(word))
        const possible = facts.filter(
          ({ audience, inWindow, later, paused, word }) =>
            (audience.has(role) || later.has(role)) && !(paused && word === "DOWN") && !(inWindow && isExpected(word))
        )
        const isNamedLater = (fact: Happened) =>
          hasNumber &&
          role === "chat" &&
          facts.some(
            (one, position) =>
              position > facts.indexOf(fact) && one.word === fact.word && one.atMs - fact.atMs <= COMBINED_MS
          )
        const isCounted = (fact: Happened) =>
          (isEvent(fact.word) && !isNamedLater(fact)) ||
          (role === "webhook" && !(isState(fact.word) && flaps(facts, fact)))
        const isDue = (fact: Happened) =>
          fact.audience.has(role) &&
          !removed.has(role) &&
          !fact.paused &&
          !fact.inWindow &&
          isCounted(fact) &&
          !isStoppedAfter(happened, monitor, happened.indexOf(fact))
        if (canExplain(statements, possible, isDue)) return []
        const received = statements.map(({ isConfirmed, word }) => `${word}${isConfirmed ? "" : "?"}`).join(" ")
        const what = canExplain(statements, possible, () => false)
          ? "one is missing"
          : "one is doubled, early or about nothing"
        return [`${role} received ${received} about ${monitor} of ${facts.map(({ word }) => word).join(" ")}: ${what}`]
      })
    )
  )

/** Returns the monitors whose last message about slowness or email health is not true at the end. */
const wrongLast = ({ arrivals, happened, monitors, removed }: Observed): ReadonlyArray<string> =>
  monitors.flatMap((monitor) =>
    (["email", "chat", "other"] as const).flatMap((role) =>
      (
        [
          ["SLOW", "FAST AGAIN"],
          ["EMAIL", "EMAIL RECOVERED"]
        ] as const
      ).flatMap(([begins, ends]) => {
        const isWord = ({ word }: { readonly word: string }) => word === begins || word === ends
        const last = happened.findLast((fact) => fact.monitor === monitor && isWord(fact))
        const state = last?.word ?? ends
        const received = receivedAbout(arrivals, role, monitor).findLast(isWord)?.word ?? ends
        const isOver =
          removed.has(role) || isStoppedAfter(happened, monitor, last === undefined ? -1 : happened.indexOf(last))
        const mayBeUnknown =
          isOver ||
          (state === begins && (last?.paused === true || last?.inWindow === true || !last?.audience.has(role)))
        return received === state || mayBeUnknown
          ? []
          : [`${role} received ${received} last about ${monitor}, which is ${state}`]
      })
    )
  )

/**
 * Returns the alerts that stay open although everything is up. If a monitor was stopped or deleted, its alert stays
 * open, because nothing is sent about it.
 */
const openForever = ({ happened, monitors, removed }: Observed, openAlerts: ReadonlyArray<string>) => {
  const staysDown = (monitor: string) => {
    const own = happened.filter((one) => one.monitor === monitor && (isState(one.word) || one.word === "STOPPED"))
    return own.some(({ word }, position) => {
      const [next, after] = own.slice(position + 1)
      const isUnsent = after?.word === "STOPPED" && (next?.paused === true || next?.atMs === after.atMs)
      return word === "DOWN" && (next?.word !== "UP" || isUnsent)
    })
  }
  return removed.has("pager") || monitors.some(staysDown) ? [] : openAlerts.map((key) => `an alert stays open: ${key}`)
}

const afterRemoval = ({ arrivals, removed }: Observed): ReadonlyArray<string> =>
  arrivals
    .filter(({ index, role }) => index >= (removed.get(role) ?? Infinity))
    .map(({ role, title }) => `${role} is removed, and received ${title}`)

/** The time after which an acknowledgement must have ended reminders. */
const ACKNOWLEDGED_MS = 120_000

/** Returns the reminders of acknowledged outages, to receivers that have always accepted messages. */
const afterAcknowledgement = ({ arrivals, happened, monitors }: Observed): ReadonlyArray<string> =>
  monitors.flatMap((monitor) =>
    roles.flatMap((role) =>
      receivedAbout(arrivals, role, monitor)
        .filter(({ title }) => title.includes("Reminder: "))
        .filter(({ atMs, index }) => {
          const last = happened.findLast(
            (one) => one.monitor === monitor && one.arrivals <= index && (isState(one.word) || OF_OUTAGES.has(one.word))
          )
          return last?.word === "ACKNOWLEDGED" && last.audience.has(role) && atMs > last.atMs + ACKNOWLEDGED_MS
        })
        .map(({ title }) => `${role} received about ${monitor}, which was acknowledged: ${title}`)
    )
  )

/**
 * Returns everything that is wrong with the received messages. `openAlerts` has the keys of the alerts that are open at
 * the end.
 */
export const wrongAtEnd = (observed: Observed, openAlerts: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...untrue(observed),
  ...wrongSequences(observed),
  ...wrongLast(observed),
  ...openForever(observed, openAlerts),
  ...afterRemoval(observed),
  ...afterAcknowledgement(observed)
]
