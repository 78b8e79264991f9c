// What each receiver must know, from the rules in docs: shared causes, routes, maintenance, pauses and flapping.
// Nothing in here reads how deliveries are made.
import type { Arrival } from "../Receivers.ts"
import type { Role } from "./History.ts"

/** A fact about a monitor, as it happened. */
export interface Happened {
  readonly atMs: number
  /** So many messages had arrived before. */
  readonly arrivals: number
  readonly monitor: string
  readonly word: string
  /** Who is to get it, and who may get it later, by a step of a route. */
  readonly audience: ReadonlySet<Role>
  readonly later: ReadonlySet<Role>
  /** Whether alerts were paused, and whether a maintenance window was open. */
  readonly paused: boolean
  readonly inWindow: boolean
}

/** What is known at a moment. */
export interface Moment {
  readonly nowMs: number
  /** So many facts and messages were there. */
  readonly happened: number
  readonly arrivals: number
  readonly paused: boolean
  readonly inWindow: boolean
  /** Whether a message about the availability of a monitor is on its way to a receiver. */
  readonly isOnItsWay: (role: Role, monitor: string) => boolean
}

/** What happened to one account. */
export interface Observed {
  readonly happened: ReadonlyArray<Happened>
  readonly arrivals: ReadonlyArray<Arrival & { readonly role: Role; readonly index: number }>
  readonly monitors: ReadonlyArray<string>
  /** The keys of the alerts that are open at the end. */
  readonly openAlerts: ReadonlyArray<string>
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** So many changes within a day are replaced by a notice, until the state has lasted for an hour. */
const FLAPPING = 6

const isState = (word: string): boolean => word === "DOWN" || word === "UP"

type Received = Observed["arrivals"][number]

const receivedAbout = (received: ReadonlyArray<Received>, role: Role, monitor: string) =>
  received
    .filter((arrival) => arrival.role === role)
    .flatMap((arrival) =>
      arrival.statements.filter(({ name }) => name === monitor).map(({ word }) => ({ ...arrival, word }))
    )

/** The changes of a monitor that count as flapping: those that maintenance hides do not. */
const changesOf = (happened: ReadonlyArray<Happened>, monitor: string) =>
  happened.filter((one) => one.monitor === monitor && isState(one.word))

const flaps = (changes: ReadonlyArray<Happened>, change: Happened): boolean =>
  changes.filter(
    ({ arrivals, atMs }) => atMs > change.atMs - DAY_MS && arrivals <= change.arrivals && atMs <= change.atMs
  ).length >= FLAPPING

/** Whether a receiver may not know the state of a monitor at a moment, although nothing is on its way. */
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
  // A pause announces no outage, and maintenance not before its end.
  return !last.audience.has(role) || last.paused || (last.inWindow && (inWindow || paused)) || received === "DOWN"
}

/** What is wrong with what receivers know at a moment. */
export const unknownAt = (observed: Observed, moment: Moment): ReadonlyArray<string> => {
  const happened = observed.happened.slice(0, moment.happened)
  const received = observed.arrivals.filter(({ index }) => index < moment.arrivals)
  return observed.monitors.flatMap((monitor) => {
    const changes = changesOf(happened, monitor)
    const state = changes.at(-1)?.word ?? "UP"
    return (["email", "chat", "other", "webhook"] as const).flatMap((role) => {
      const last = receivedAbout(received, role, monitor).findLast(({ word }) => isState(word))?.word ?? "UP"
      return last === state || moment.isOnItsWay(role, monitor) || isExcused(role, last, changes, moment)
        ? []
        : [`${role} received ${last} last about ${monitor}, which is ${state}`]
    })
  })
}

/** Messages that were not true when they arrived. Programs get every fact, and may get one late. */
const untrue = ({ arrivals, happened, monitors }: Observed): ReadonlyArray<string> =>
  monitors.flatMap((monitor) =>
    (["email", "chat", "other"] as const).flatMap((role) =>
      receivedAbout(arrivals, role, monitor)
        .filter(({ word }) => isState(word))
        .flatMap(({ index, title, word }) => {
          const state = changesOf(happened, monitor).findLast((change) => change.arrivals <= index)?.word ?? "UP"
          return state === word ? [] : [`${role} received ${word} about ${monitor}, which was ${state} (${title})`]
        })
    )
  )

/**
 * The facts that statements of one receiver are about, in order. A statement whose arrival the sender did not learn of
 * may be repeated, and a reminder repeats one. Null: one is doubled, out of order, or about nothing.
 */
const explained = (
  statements: ReadonlyArray<Received & { readonly word: string }>,
  facts: ReadonlyArray<Happened>
): ReadonlyArray<Happened> | string => {
  let at = -1
  let wasConfirmed = true
  const found: Array<Happened> = []
  for (const { index, isConfirmed, title, word } of statements) {
    const isRepeated: boolean = at >= 0 && facts[at]?.word === word && (!wasConfirmed || title.includes("Reminder: "))
    if (!isRepeated) {
      at = facts.findIndex((fact, position) => position > at && fact.word === word && fact.arrivals <= index)
      const fact = facts[at]
      if (fact === undefined) return `${word} (${title})`
      found.push(fact)
    }
    wasConfirmed = isConfirmed || (isRepeated && wasConfirmed)
  }
  return found
}

/** Words of which the newest is enough. The others count one by one. */
const SUBJECTS: ReadonlyArray<ReadonlySet<string>> = [
  new Set(["DOWN", "UP"]),
  new Set(["SLOW", "FAST AGAIN"]),
  new Set(["EMAIL", "EMAIL RECOVERED"]),
  new Set(["CERTIFICATE"]),
  new Set(["DNS CHANGED"]),
  new Set(["CHANGED"])
]
/** Whether each fact of a word counts. */
const isEvent = (word: string): boolean => word === "DNS CHANGED" || word === "CHANGED"

/** Whether maintenance hides facts of a word for ever. Of a certificate it announces only what is still wrong. */
const isExpected = (word: string): boolean => isEvent(word) || word === "CERTIFICATE"

/** Doubled messages, messages out of order, and facts that are lost. */
const wrongSequences = ({ arrivals, happened, monitors }: Observed): ReadonlyArray<string> =>
  monitors.flatMap((monitor) =>
    (["email", "chat", "other", "webhook"] as const).flatMap((role) =>
      SUBJECTS.flatMap((words) => {
        const facts = happened.filter((fact) => fact.monitor === monitor && words.has(fact.word))
        const statements = receivedAbout(arrivals, role, monitor).filter(({ word }) => words.has(word))
        const found = explained(
          statements,
          facts.filter(
            ({ audience, inWindow, later, paused, word }) =>
              (audience.has(role) || later.has(role)) && !(paused && word === "DOWN") && !(inWindow && isExpected(word))
          )
        )
        if (typeof found === "string") return [`${role} received about ${monitor} twice or out of order: ${found}`]
        // After a pause nobody needs a message about an outage that is over.
        const isOverInPause = (fact: Happened) =>
          fact.word === "DOWN" && facts[facts.indexOf(fact) + 1]?.paused === true
        const isDue = (fact: Happened) =>
          fact.audience.has(role) && !fact.paused && !fact.inWindow && !isOverInPause(fact)
        const isCounted = (fact: Happened) =>
          isEvent(fact.word) || (role === "webhook" && !(isState(fact.word) && flaps(facts, fact)))
        return facts
          .filter((fact) => isDue(fact) && isCounted(fact) && !found.includes(fact))
          .map(
            ({ word }) =>
              `${role} never received ${word} about ${monitor}, but ${statements.map((one) => `${one.word}${one.isConfirmed ? "" : "?"}`).join(" ")} of ${facts.map((one) => one.word).join(" ")}`
          )
      })
    )
  )

/** Of slow monitors and bad email health, the last message is true at the end. */
const wrongLast = ({ arrivals, happened, monitors }: Observed): ReadonlyArray<string> =>
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
        const mayBeUnknown =
          state === begins && (last?.paused === true || last?.inWindow === true || !last?.audience.has(role))
        return received === state || mayBeUnknown
          ? []
          : [`${role} received ${received} last about ${monitor}, which is ${state}`]
      })
    )
  )

/** Alerts that stay open although everything is up. */
const openForever = ({ happened, monitors, openAlerts }: Observed): ReadonlyArray<string> =>
  monitors.some((monitor) => (changesOf(happened, monitor).at(-1)?.word ?? "UP") === "DOWN")
    ? []
    : openAlerts.map((key) => `an alert stays open: ${key}`)

/** What is wrong with all that receivers received. */
export const wrongAtEnd = (observed: Observed): ReadonlyArray<string> => [
  ...untrue(observed),
  ...wrongSequences(observed),
  ...wrongLast(observed),
  ...openForever(observed)
]
