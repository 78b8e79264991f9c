import { aBoolean, aNumber, argumentsOf, type Kind, nullable, shape } from "@mon/bundled/arguments"
import type { QuietHours } from "./QuietHours.ts"
import { quietUntil } from "./quietUntil.ts"
import { routeTimesKind } from "./routeKinds.ts"
import type { RouteTimes } from "./RouteTimes.ts"

/**
 * The subject of an alert: an incident or another state that lasts, or a single event. Times are milliseconds since the
 * epoch.
 */
export interface Alarm {
  /**
   * Whether the state lasts until something ends it. An event does not last. Only the first step receives it, and there
   * are no reminders.
   */
  readonly lasts: boolean
  readonly openedAtMs: number
  /** The time of the acknowledgement. Null if there is none. */
  readonly acknowledgedAtMs: number | null
  /** The time of the end. Null while the state lasts. */
  readonly endedAtMs: number | null
}

/** A moment at which targets receive a message. Times are milliseconds since the epoch. */
export interface RouteMoment {
  readonly atMs: number
  /**
   * The minutes since the beginning of the alarm. A message's key contains these minutes, so that the key stays the
   * same if the route changes.
   */
  readonly minute: number
  /** The number of the step, from 1. Null for a reminder. */
  readonly step: number | null
  /** The number of the round to which a step belongs, from 1. Null for a reminder. */
  readonly round: number | null
  /** The number of the reminder, from 1. Null for a step. */
  readonly reminder: number | null
  /** The targets, without repetitions. */
  readonly targets: ReadonlyArray<string>
}

/** The range of an alarm's moments: the moments after `afterMs`, up to `untilMs`. */
export interface MomentRange {
  /** The time up to which all moments have been handled. Null if none has been handled. */
  readonly afterMs: number | null
  readonly untilMs: number
}

const time = (): Kind => aNumber("milliseconds since the epoch")

const alarmKind = (): Kind =>
  shape<Alarm>("an alarm: an object with lasts, openedAtMs, acknowledgedAtMs and endedAtMs", {
    lasts: aBoolean,
    openedAtMs: time(),
    acknowledgedAtMs: nullable(time()),
    endedAtMs: nullable(time())
  })

const rangeKind = (): Kind =>
  shape<MomentRange>("a range: an object with afterMs and untilMs", { afterMs: nullable(time()), untilMs: time() })

const acceptMoments = /* @__PURE__ */ argumentsOf("routeMoments", () => ({
  route: routeTimesKind(),
  alarm: alarmKind(),
  range: rangeKind()
}))
const acceptDue = /* @__PURE__ */ argumentsOf("dueMoments", () => ({
  route: routeTimesKind(),
  alarm: alarmKind(),
  range: rangeKind()
}))
const acceptNext = /* @__PURE__ */ argumentsOf("nextMomentMs", () => ({
  route: routeTimesKind(),
  alarm: alarmKind(),
  afterMs: nullable(time())
}))

const acceptEscalation = /* @__PURE__ */ argumentsOf("escalatedOpeningMs", () => ({
  route: routeTimesKind(),
  alarm: alarmKind(),
  nowMs: time()
}))

const MINUTE_MS = 60_000
/**
 * The time after which nobody gets reminders any more. People who have not reacted in this time would not read further
 * reminders either.
 */
const REMINDED_MS = 30 * 24 * 60 * MINUTE_MS

const stopOf = ({ acknowledgedAtMs, endedAtMs }: Alarm): number =>
  Math.min(acknowledgedAtMs ?? Infinity, endedAtMs ?? Infinity)

/** A step of one round, with the hours in which it is sent. */
interface PlannedStep extends RouteMoment {
  readonly hours: QuietHours | null
}

/** Returns the steps of the first round, even those that are outside their hours. */
const firstRound = ({ steps }: RouteTimes, { openedAtMs }: Alarm): ReadonlyArray<PlannedStep> =>
  steps.map(({ afterMinutes, hours = null, targets }, index) => ({
    atMs: openedAtMs + afterMinutes * MINUTE_MS,
    minute: afterMinutes,
    step: index + 1,
    round: 1,
    reminder: null,
    targets: [...new Set(targets)],
    hours
  }))

/** Returns the steps of all further rounds. */
const furtherRounds = (
  { repeat = null }: RouteTimes,
  { openedAtMs }: Alarm,
  first: ReadonlyArray<PlannedStep>
): ReadonlyArray<PlannedStep> => {
  const repeated = repeat === null ? [] : first.slice(repeat.fromStep - 1)
  const [begin, end] = [repeated[0], repeated.at(-1)]
  if (repeat === null || begin === undefined || end === undefined) return []
  const period = end.minute - begin.minute + repeat.waitMinutes
  const rounds = Math.min(repeat.rounds, Math.ceil(REMINDED_MS / MINUTE_MS / period))
  return Array.from({ length: rounds }, (_, index) => index + 1)
    .flatMap((round) =>
      repeated.map((step) => ({
        ...step,
        atMs: step.atMs + round * period * MINUTE_MS,
        minute: step.minute + round * period,
        round: round + 1
      }))
    )
    .filter(({ atMs }) => atMs <= openedAtMs + REMINDED_MS)
}

const isSent = ({ atMs, hours, targets }: PlannedStep): boolean =>
  targets.length > 0 && (hours === null || quietUntil(hours, atMs) !== null)

const momentOf = ({ hours: _hours, ...moment }: PlannedStep): RouteMoment => moment

/** Returns the steps of all rounds. An alarm that does not last has only the first step that is sent. */
const plannedSteps = (route: RouteTimes, alarm: Alarm): ReadonlyArray<PlannedStep> => {
  const first = firstRound(route, alarm)
  return alarm.lasts ? [...first, ...furtherRounds(route, alarm, first)] : first.filter(isSent).slice(0, 1)
}

/** Returns the steps that are sent at a time that `chooses` accepts. */
const stepsOf = (route: RouteTimes, alarm: Alarm, chooses: (atMs: number) => boolean): ReadonlyArray<RouteMoment> =>
  plannedSteps(route, alarm)
    .filter((step) => chooses(step.atMs) && isSent(step))
    .map(momentOf)

/** Returns the reminders within a range. A reminder is sent to all targets of earlier steps. */
const remindersOf = (
  route: RouteTimes,
  alarm: Alarm,
  { afterMs, untilMs }: MomentRange
): ReadonlyArray<RouteMoment> => {
  const { reminderMinutes } = route
  if (!alarm.lasts || reminderMinutes === null) return []
  const sent = firstRound(route, alarm).filter(isSent)
  const [first] = sent
  if (first === undefined) return []
  const interval = reminderMinutes * MINUTE_MS
  const last = Math.floor((Math.min(untilMs, alarm.openedAtMs + REMINDED_MS) - first.atMs) / interval)
  const begin = afterMs === null ? 1 : Math.max(1, Math.floor((afterMs - first.atMs) / interval) + 1)
  const times = Array.from(
    { length: Math.max(0, last - begin + 1) },
    (_, index) => first.atMs + (begin + index) * interval
  )
  const asked = new Set(times)
  const steps = stepsOf(route, alarm, (atMs) => asked.has(atMs))
  return times
    .map((atMs, index) => {
      const reminder = begin + index
      const reached = sent.filter((step) => step.atMs < atMs)
      const current = steps.find((step) => step.atMs === atMs)?.targets ?? []
      const targets = [...new Set(reached.flatMap((step) => step.targets))].filter(
        (target) => !current.includes(target)
      )
      return { atMs, minute: first.minute + reminder * reminderMinutes, step: null, round: null, reminder, targets }
    })
    .filter(({ targets }) => targets.length > 0)
}

const momentsOf = (route: RouteTimes, alarm: Alarm, range: MomentRange): ReadonlyArray<RouteMoment> => {
  const stop = stopOf(alarm)
  const isInRange = (atMs: number) =>
    (range.afterMs === null || atMs > range.afterMs) && atMs <= range.untilMs && atMs < stop
  const reminders = remindersOf(route, alarm, { ...range, untilMs: Math.min(range.untilMs, stop) })
  return [...stepsOf(route, alarm, isInRange), ...reminders.filter(({ atMs }) => isInRange(atMs))].toSorted(
    (a, b) => a.atMs - b.atMs
  )
}

/**
 * Returns the moments of an alarm within a range: the steps of the route, their repetitions and the reminders. All of
 * them stop when the alarm is acknowledged or ends. The interval of reminders is counted from the first step. Reminders
 * and repetitions stop 30 days after the alarm began.
 *
 * @example
 * routeMoments({ steps: [{ afterMinutes: 0, targets: ["slack"] }, { afterMinutes: 10, targets: ["sms"] }], reminderMinutes: 60 }, { lasts: true, openedAtMs: 0, acknowledgedAtMs: null, endedAtMs: null }, { afterMs: null, untilMs: 3_600_000 }).map(({ minute, targets }) => [minute, ...targets]) // => [[0, "slack"], [10, "sms"], [60, "slack", "sms"]]
 */
export const routeMoments = (route: RouteTimes, alarm: Alarm, range: MomentRange): ReadonlyArray<RouteMoment> => {
  acceptMoments(route, alarm, range)
  return momentsOf(route, alarm, range)
}

/**
 * Returns the moments that are due at `untilMs` and were not done up to `afterMs`. The list is empty if the alarm was
 * acknowledged or has ended. The list contains all steps of the first round, but only the newest of several reminders
 * and of several repetitions of a step, so that nobody gets many messages after a time in which no worker ran.
 *
 * @example
 * dueMoments({ steps: [{ afterMinutes: 0, targets: ["slack"] }], reminderMinutes: 5 }, { lasts: true, openedAtMs: 0, acknowledgedAtMs: null, endedAtMs: null }, { afterMs: 0, untilMs: 3_600_000 }).map(({ reminder }) => reminder) // => [12]
 */
export const dueMoments = (route: RouteTimes, alarm: Alarm, range: MomentRange): ReadonlyArray<RouteMoment> => {
  acceptDue(route, alarm, range)
  if (stopOf(alarm) <= range.untilMs) return []
  const due = momentsOf(route, alarm, range)
  const newest = new Map(due.map((moment) => [moment.step, moment]))
  return due.filter((moment) => moment.round === 1 || moment === newest.get(moment.step))
}

/**
 * Returns the next moment after `afterMs`, in milliseconds since the epoch. Null if there is none.
 *
 * @example
 * nextMomentMs({ steps: [{ afterMinutes: 10, targets: ["sms"] }], reminderMinutes: null }, { lasts: true, openedAtMs: 0, acknowledgedAtMs: null, endedAtMs: null }, null) // => 600000
 * nextMomentMs({ steps: [{ afterMinutes: 10, targets: ["sms"] }], reminderMinutes: null }, { lasts: true, openedAtMs: 0, acknowledgedAtMs: null, endedAtMs: 5 }, null) // => null
 */
export const nextMomentMs = (route: RouteTimes, alarm: Alarm, afterMs: number | null): number | null => {
  acceptNext(route, alarm, afterMs)
  const stop = stopOf(alarm)
  const step = nextStepMs(route, alarm, afterMs)
  const interval = (route.reminderMinutes ?? 0) * MINUTE_MS
  const untilMs = Math.max(afterMs ?? 0, alarm.openedAtMs + longestDelayMs(route)) + 2 * interval
  const reminder = remindersOf(route, alarm, { afterMs, untilMs })[0]?.atMs ?? Infinity
  const next = Math.min(step, reminder)
  return next < stop && next !== Infinity ? next : null
}

/**
 * Returns the time at which an alarm must have begun so that its next step is due at `nowMs`, in milliseconds since the
 * epoch. The steps after it keep their distances. Leaves out steps whose hours do not include `nowMs`. Null if no step
 * follows.
 *
 * @example
 * escalatedOpeningMs({ steps: [{ afterMinutes: 0, targets: ["slack"] }, { afterMinutes: 10, targets: ["sms"] }], reminderMinutes: null }, { lasts: true, openedAtMs: 0, acknowledgedAtMs: null, endedAtMs: null }, 120_000) // => -480000
 * escalatedOpeningMs({ steps: [{ afterMinutes: 0, targets: ["slack"] }], reminderMinutes: null }, { lasts: true, openedAtMs: 0, acknowledgedAtMs: null, endedAtMs: null }, 120_000) // => null
 */
export const escalatedOpeningMs = (route: RouteTimes, alarm: Alarm, nowMs: number): number | null => {
  acceptEscalation(route, alarm, nowMs)
  if (!alarm.lasts) return null
  const next = plannedSteps(route, alarm).find((step) => step.atMs > nowMs && isSent({ ...step, atMs: nowMs }))
  return next === undefined ? null : alarm.openedAtMs - (next.atMs - nowMs)
}

/** Returns the time of the next step. Evaluates the hours of only as many steps as necessary. */
const nextStepMs = (route: RouteTimes, alarm: Alarm, afterMs: number | null): number =>
  plannedSteps(route, alarm).find((step) => (afterMs === null || step.atMs > afterMs) && isSent(step))?.atMs ?? Infinity

const longestDelayMs = ({ steps }: RouteTimes): number => (steps.at(-1)?.afterMinutes ?? 0) * MINUTE_MS
