import {
  type Alarm,
  nextMomentMs,
  quietUntil,
  type RouteMoment,
  routeMoments,
  type RouteTimes,
  usualSeverity
} from "@mon/alerts"
import {
  type AccessScope,
  type DeliveryTarget,
  type KeyedStep,
  type PendingNotification,
  SimulatedAlerts,
  type SimulatedMonitor
} from "@mon/core-store"
import {
  flapping,
  monitorKinds,
  notificationTypeOf,
  onCallTargetOf,
  type RoutedFactKind,
  routeLimits,
  type RouteSimulation,
  type SimulatedMoment,
  type SimulatedRecipient,
  type StepHours
} from "@mon/model"
import * as Effect from "effect/Effect"
import { AT_ONCE, WINDOW_SECONDS } from "../deliveries/sendTo.ts"
import { isOpening, lasts, routeFor, timesOf } from "./routeAlert.ts"
import type { AlertNature, RouteRecipient } from "./contactRecipients.ts"
import { isTargeted, recipientsAt, routeTargetOf } from "./routeRecipients.ts"

type Note = RouteSimulation["notes"][number]

const when = (condition: boolean, note: Note): ReadonlyArray<Note> => (condition ? [note] : [])

/** The kinds of alerts that a maintenance window does not suppress, because they are about deadlines. */
const DEADLINES: ReadonlyArray<RoutedFactKind> = ["certificate_expiring", "domain_expiring"]

/** Lists the circumstances that change whether or when the alerts of a monitor are sent. */
const notesOf = (monitor: SimulatedMonitor, kind: RoutedFactKind, isLasting: boolean): ReadonlyArray<Note> => [
  ...when(monitor.alertsPaused, {
    code: "alerts_paused",
    message: `The account's alerts are paused. Nothing is sent until ${
      monitor.alertsPausedUntil?.toISOString() ?? "they are resumed"
    }.`,
    blocks: true
  }),
  ...when(monitor.isPaused, {
    code: "monitor_paused",
    message: "The monitor is paused, so it is not checked.",
    blocks: true
  }),
  ...when(monitor.maintenanceUntil !== null && !DEADLINES.includes(kind), {
    code: "maintenance",
    message: `The monitor is under maintenance until ${monitor.maintenanceUntil?.toISOString() ?? ""}. Alerts about problems that start before then are not sent. If a problem continues after that, its alert is sent then.`,
    blocks: true
  }),
  ...when(monitor.downParent !== null && isOpening(kind), {
    code: "parent_down",
    message: `${monitor.downParent?.name ?? ""} is down, and the monitor depends on it. Nothing is sent until it is up again. If the problem still lasts then, the alert is sent.`,
    blocks: true
  }),
  ...when(kind === "degraded" && !monitor.degradedAlerts, {
    code: "alerts_off",
    message: "Alerts about slow monitors are off for this account. You can switch them on in the settings.",
    blocks: true
  }),
  ...when(kind === "down" && monitor.transitions + 1 >= flapping.transitions, {
    code: "flapping",
    message: `The domain has changed state ${monitor.transitions} times in ${flapping.hours} hours, so one notice replaces its alerts.`,
    blocks: true
  }),
  ...when(kind === "down", {
    code: "flood",
    message: `If more than ${AT_ONCE} domains in the account change state within ${WINDOW_SECONDS} seconds, everyone gets ${AT_ONCE} separate messages and one combined message about the rest. Webhooks still get every alert. If the domains share an address, a network or name servers, everyone gets at most two messages about all of them.`,
    blocks: false
  }),
  ...when(!isLasting, {
    code: "event",
    message: "This kind of alert has no recovery, so only the first step is sent, without reminders.",
    blocks: false
  })
]

export interface SimulatedAlert {
  readonly monitorId: string
  /** The kind of the alert. Null for the most important kind of the monitor. */
  readonly kind: RoutedFactKind | null
  /** The time of the alert, as Unix time in milliseconds. Null for now. */
  readonly atMs: number | null
}

interface Simulation {
  readonly monitor: SimulatedMonitor
  readonly fallback: ReadonlyArray<string>
  readonly kind: RoutedFactKind
  readonly nature: AlertNature
  readonly notification: PendingNotification
}

const iso = (ms: number): string => new Date(ms).toISOString()

/** Nobody else sees the own channels of a person, so these are shown with the person's address. */
const nameOf = ({ channels, webhooks }: SimulatedMonitor, { address, channel, target }: RouteRecipient): string => {
  if (address !== null) return address
  if (channel === "channel") return channels.find(({ id }) => id === target)?.name ?? target
  return channel === "webhook" ? (webhooks.find(({ id }) => id === target)?.label ?? target) : target
}

/**
 * Returns when a recipient gets a message that is due at a moment. If the message is delayed or never sent, also
 * returns the reason.
 */
const timeOf = (
  { kind }: Simulation,
  { channel, quietHours }: DeliveryTarget,
  { atMs, reminder }: RouteMoment
): Pick<SimulatedRecipient, "sendsAt" | "reason"> => {
  if (channel === "webhook" && reminder !== null) return { sendsAt: null, reason: "webhooks_once" }
  if (quietHours === null || usualSeverity[kind] === "critical") return { sendsAt: iso(atMs), reason: null }
  const { timezone, ...hours } = quietHours
  const until = quietUntil({ ...hours, timeZone: timezone }, atMs)
  if (until === null) return { sendsAt: iso(atMs), reason: null }
  return reminder === null
    ? { sendsAt: iso(until), reason: "quiet_hours" }
    : { sendsAt: null, reason: "quiet_reminder" }
}

/**
 * Returns the target under which a recipient is listed: `email`, unless the moment names only the person, or the people
 * of a schedule.
 */
const shownTargetOf = (recipient: RouteRecipient, { targets }: RouteMoment): string => {
  const target = routeTargetOf(recipient)
  return targets.includes(target) ? target : (recipient.membershipId ?? target)
}

/** Returns whether a recipient was chosen because of a target. */
const isReachedBy = (target: string, recipient: RouteRecipient): boolean => {
  const asked = onCallTargetOf(target)
  if (asked === null) return isTargeted(recipient, [target])
  const { onCall } = recipient
  return onCall?.kind === "on_call" && onCall.who === asked.who && onCall.scheduleId === asked.schedule
}

const unreached = ({ channels, people }: SimulatedMonitor, target: string): SimulatedRecipient => {
  const person = people.find(({ id }) => id === target)
  if (person !== undefined) {
    const { email, getsAlerts } = person
    return { target, kind: null, name: email, sendsAt: null, reason: getsAlerts ? "no_access" : "email_off" }
  }
  const channel = channels.find(({ id }) => id === target)
  const reason = channel === undefined ? "no_recipient" : channel.isInPlan ? "channel_off" : "channel_plan"
  return { target, kind: channel?.kind ?? null, name: channel?.name ?? target, sendsAt: null, reason }
}

/** Returns the entry of a schedule whose people cannot be reached. */
const unmanned = (target: string, reached: ReadonlyArray<RouteRecipient>): SimulatedRecipient | null => {
  const asked = onCallTargetOf(target)
  if (asked === null) return null
  const reason = reached.find(({ onCall }) => onCall?.scheduleId === asked.schedule)?.onCall
  return { target, kind: null, name: reason?.schedule ?? asked.schedule, sendsAt: null, reason: "nobody_on_call" }
}

const recipientsOf = Effect.fnUntraced(function* (simulation: Simulation, moment: RouteMoment, step: KeyedStep | null) {
  const { fallback, monitor, nature, notification } = simulation
  // The search for recipients treats a reminder like a step. If a reminder leaves somebody out, `timeOf` adds the
  // reason.
  const reached = yield* recipientsAt(notification, { ...moment, fallback, nature, reminder: null })
  const recipients = reached.map((target): SimulatedRecipient => ({
    target: shownTargetOf(target, moment),
    kind: target.kind,
    name: nameOf(monitor, target),
    ...timeOf(simulation, target, { ...moment, atMs: moment.atMs + target.afterMinutes * 60_000 })
  }))
  const missing = (step?.targets ?? []).filter((target) => !reached.some((one) => isReachedBy(target, one)))
  return [...recipients, ...missing.map((target) => unmanned(target, reached) ?? unreached(monitor, target))]
})

/** Returns the recipients of a step that is outside its hours. */
const outsideHours = ({ monitor }: Simulation, { targets }: KeyedStep): ReadonlyArray<SimulatedRecipient> =>
  targets.map((target) => ({ ...unreached(monitor, target), reason: "outside_hours" }))

const REMINDERS_SHOWN = 10

const shownMoments = (working: RouteTimes, alarm: Alarm): ReadonlyArray<RouteMoment> => {
  const range = { afterMs: null, untilMs: alarm.openedAtMs + 2 * routeLimits.afterMinutes.maximum * 60_000 }
  const all = routeMoments(working, alarm, range)
  return all.filter(({ reminder }) => reminder === null || reminder <= REMINDERS_SHOWN)
}

const isInHours = ({ timezone, ...hours }: StepHours, atMs: number): boolean =>
  quietUntil({ ...hours, timeZone: timezone }, atMs) !== null

const momentsOf = Effect.fnUntraced(function* (
  simulation: Simulation,
  steps: ReadonlyArray<KeyedStep>,
  moments: ReadonlyArray<RouteMoment>,
  alarm: Alarm
) {
  // A step whose targets receive nothing has no moment, but people must see it in the simulation.
  const silent = steps.flatMap((step, index): ReadonlyArray<RouteMoment> =>
    moments.some((moment) => moment.step === index + 1) || !alarm.lasts
      ? []
      : [
          {
            atMs: alarm.openedAtMs + step.afterMinutes * 60_000,
            minute: step.afterMinutes,
            step: index + 1,
            round: 1,
            reminder: null,
            targets: []
          }
        ]
  )
  const ordered = [...moments, ...silent].toSorted((a, b) => a.atMs - b.atMs)
  return yield* Effect.forEach(ordered, (moment) => {
    const step = moment.step === null ? null : (steps[moment.step - 1] ?? null)
    const isSkipped = step?.hours != null && !isInHours(step.hours, moment.atMs)
    const recipients = isSkipped
      ? Effect.succeed(outsideHours(simulation, step))
      : recipientsOf(simulation, moment, step)
    return Effect.map(recipients, (found): SimulatedMoment => ({
      at: iso(moment.atMs),
      afterMinutes: moment.minute,
      step: moment.step,
      reminder: moment.reminder,
      recipients: found
    }))
  })
})

const reachedOf = (moments: ReadonlyArray<SimulatedMoment>): RouteSimulation["recovery"] => {
  const sent = moments.flatMap(({ recipients }) => recipients).filter(({ sendsAt }) => sendsAt !== null)
  return [
    ...new Map(
      sent.map(({ kind, name, target }) => [`${target}:${kind ?? ""}:${name}`, { target, kind, name }])
    ).values()
  ]
}

const defaultSteps = ({ channels }: SimulatedMonitor): ReadonlyArray<KeyedStep> => [
  {
    afterMinutes: 0,
    hours: null,
    targets: [
      "email",
      "whatsapp",
      "webhooks",
      ...channels.filter(({ inDefaultRoute }) => inDefaultRoute).map(({ id }) => id)
    ]
  }
]

/**
 * Finds who would be notified of an alert, through which channel, and when, with the functions that dispatch real
 * alerts. Returns null if the account has no such monitor.
 */
export const simulateRoute = Effect.fn("simulateRoute")(function* (
  scope: AccessScope,
  { atMs, kind: wanted, monitorId }: SimulatedAlert
) {
  const monitor = yield* (yield* SimulatedAlerts).find(scope, monitorId, atMs === null ? null : new Date(atMs))
  if (monitor === null) return null
  const kind = wanted ?? monitorKinds[monitor.kind].alerts[0]
  const openedAtMs = atMs ?? monitor.now.getTime()
  const severity = usualSeverity[kind]
  const notification: PendingNotification = {
    key: "0",
    accountKey: scope.accountKey,
    type: notificationTypeOf(kind),
    kind,
    factKey: "",
    data: null,
    monitorKey: monitor.key,
    userKey: null,
    transition: kind === "down" ? "down" : null,
    createdAt: new Date(openedAtMs),
    now: new Date(openedAtMs),
    downParentKey: isOpening(kind) ? (monitor.downParent?.key ?? null) : null,
    mutedBy: null,
    isAnnouncedLater: false
  }
  const route = routeFor(monitor.routes, { kind, severity, monitorId, tagIds: monitor.tagIds })
  const nature = { isUrgent: severity === "critical", lasts: lasts(kind) }
  const simulation: Simulation = { monitor, fallback: route?.fallback ?? [], kind, nature, notification }
  const steps = route === null ? defaultSteps(monitor) : route.allSteps
  const times = timesOf(route ?? { steps, reminderMinutes: null, repeat: null })
  const alarm: Alarm = { lasts: lasts(kind), openedAtMs, acknowledgedAtMs: null, endedAtMs: null }
  const shown = shownMoments(times, alarm)
  const moments = yield* momentsOf(simulation, steps, shown, alarm)
  const last = shown.at(-1)
  return {
    monitorId,
    kind,
    severity,
    at: iso(openedAtMs),
    routeId: route?.id ?? null,
    routeName: route?.name ?? null,
    notes: notesOf(monitor, kind, alarm.lasts),
    moments,
    hasMore: last !== undefined && nextMomentMs(times, alarm, last.atMs) !== null,
    recovery: alarm.lasts ? reachedOf(moments) : []
  } satisfies RouteSimulation
})
