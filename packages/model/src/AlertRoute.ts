import * as Schema from "effect/Schema"
import { described } from "./Described.ts"
import { routedFactKinds, routeLimits } from "./routeLimits.ts"

const {
  count,
  countOrNull,
  flag,
  id,
  idOrNull,
  list,
  orNull,
  record,
  text,
  textOrNull,
  texts,
  time,
  value,
  word,
  wordOrNull
} = described

/**
 * The kinds of facts that people can choose in a route. Recoveries use the route of the alert that they end, and weekly
 * reports have no route.
 */
export const RoutedFactKind = Schema.Literals(routedFactKinds)
export type RoutedFactKind = typeof RoutedFactKind.Type

/** The severity of a fact. */
export const AlertSeverity = Schema.Literals(["critical", "error", "warning", "info"])
export type AlertSeverity = typeof AlertSeverity.Type

/** The monitors that a route applies to: all monitors, or only chosen monitors. */
export const RouteScope = Schema.Literals(["all", "chosen"])
export type RouteScope = typeof RouteScope.Type

/** The targets that every account has in addition to its channels. */
export const builtInTargets = ["email", "whatsapp", "webhooks"] as const
/** A target that every account has in addition to its channels. */
export type BuiltInTarget = (typeof builtInTargets)[number]

/** Returns whether a target of a route is neither a channel nor a person. */
export const isBuiltInTarget = (target: string): target is BuiltInTarget =>
  (builtInTargets as ReadonlyArray<string>).includes(target)

/**
 * Returns whether a target of a route is an email address. The target is then the person with this address.
 */
export const isAddressTarget = (target: string): boolean => target.includes("@")

/** Whom an on-call schedule means: who is on call, who is on call next, or everyone in its layers. */
export const OnCallWho = Schema.Literals(["now", "next", "everyone"])
export type OnCallWho = typeof OnCallWho.Type

/** The people of an on-call schedule as the target of a step. */
export const OnCallTarget = record("OnCallTarget", "The people of an on-call schedule, found when the step is sent.", {
  schedule: id("Id of the schedule."),
  who: value(
    OnCallWho,
    "`now`: the people on call. `next`: the people on call after them. `everyone`: all people of the schedule.",
    "now"
  )
})
export interface OnCallTarget extends Schema.Schema.Type<typeof OnCallTarget> {}

/** Why a recipient of an alert was chosen. */
export const OnCallReason = record("OnCallReason", "The on-call schedule because of which a recipient was chosen.", {
  scheduleId: id("Id of the schedule."),
  schedule: text("Name of the schedule at that time.", "Operations"),
  who: value(OnCallWho, "Whom the route asks for.", "now"),
  kind: word(
    ["on_call", "fallback", "owner"],
    "`on_call`: the person was on call. `fallback`: nobody on call could be reached, so the route's fallback got the alert. `owner`: nobody on call and no fallback could be reached."
  )
})
export interface OnCallReason extends Schema.Schema.Type<typeof OnCallReason> {}

/** A target of a step. */
export const RouteTarget = Schema.Union([Schema.String, OnCallTarget])
export type RouteTarget = typeof RouteTarget.Type

const ON_CALL = "on-call"

/**
 * Returns the text that identifies a target of a step. A text is its own key.
 *
 * @example
 * ```ts
 * routeTargetKey({ schedule: "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e", who: "now" }) // => "on-call:01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e:now"
 * ```
 */
export const routeTargetKey = (target: RouteTarget): string =>
  typeof target === "string" ? target : `${ON_CALL}:${target.schedule}:${target.who}`

const isWho = Schema.is(OnCallWho)

/** Returns the people of a schedule that a key means, or null if the key means another kind of target. */
export const onCallTargetOf = (key: string): OnCallTarget | null => {
  const [kind, schedule = "", who, ...rest] = key.split(":")
  return kind === ON_CALL && rest.length === 0 && isWho(who) ? { schedule, who } : null
}

/** Returns the target that a key identifies. */
export const routeTargetOfKey = (key: string): RouteTarget => onCallTargetOf(key) ?? key

const { afterMinutes } = routeLimits

/** The hours in which a step is sent. */
export const StepHours = record("StepHours", "The hours in which a step is sent. Outside of them, it is skipped.", {
  start: text("Begin, local time.", "09:00"),
  end: text("End, local time. If it is not later than the start, it is on the next day.", "17:00"),
  days: value(Schema.Array(Schema.Int), "Days on which the hours start. 1 is Monday, 7 is Sunday.", [1, 2, 3, 4, 5]),
  timezone: text("IANA time zone name.", "Europe/Berlin")
})
export interface StepHours extends Schema.Schema.Type<typeof StepHours> {}

/** Further rounds of the last steps of a route. */
export const RouteRepeat = record(
  "RouteRepeat",
  "Further rounds of the last steps, while the problem continues and nobody has acknowledged it.",
  {
    rounds: count(`Number of further rounds, 1 to ${routeLimits.rounds.maximum}.`, 3),
    fromStep: count("Number of the step, starting at 1, with which each round begins.", 1),
    waitMinutes: count("Minutes from the last step of a round to the first step of the next round.", 10)
  }
)
export interface RouteRepeat extends Schema.Schema.Type<typeof RouteRepeat> {}

/** A step of a route: the recipients, and the delay after the start of the alert. */
export const RouteStep = record(
  "RouteStep",
  "A step of a route: the recipients, and the delay after the start of the alert.",
  {
    afterMinutes: count(`Minutes since the alert started, ${afterMinutes.minimum} to ${afterMinutes.maximum}.`, 10),
    targets: value(
      Schema.Array(RouteTarget),
      "`email`: the owner, the members and the monitor's copied addresses. `whatsapp`: the confirmed number. `webhooks`: the signed webhooks of the monitor and of the account. An object means the people of an on-call schedule. Anything else is the id of a channel, or the `membershipId` of a person, who gets the alert by email.",
      ["email", "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d74"]
    ),
    hours: orNull(StepHours, "The hours in which the step is sent. Null: at any time.")
  }
)
export interface RouteStep extends Schema.Schema.Type<typeof RouteStep> {}

/** A person whom routes can notify. */
export const RoutePerson = record("RoutePerson", "A person whom routes can notify.", {
  membershipId: id("Id of the membership, used as the target of a step."),
  name: textOrNull("Name of the person, or null.", "Ann"),
  email: text("Email address of the person.", "ann@example.com"),
  getsAlerts: flag("Whether the person gets alerts by email. Members can switch them off for themselves.", true)
})
export interface RoutePerson extends Schema.Schema.Type<typeof RoutePerson> {}

/** The record of a route. */
export const AlertRoute = record("AlertRoute", "A rule for which alerts go where, and when.", {
  id: id("Opaque id of the route."),
  name: text("Name of the route.", "Shops"),
  position: count(
    "Position among the routes, starting at 0. The first route that handles an alert decides where it goes.",
    0
  ),
  kinds: list(RoutedFactKind, "Kinds of alerts that the route handles. Empty: all kinds."),
  severities: list(AlertSeverity, "Severities that the route handles. Empty: all severities."),
  scope: value(
    RouteScope,
    "`all`: alerts about all monitors. `chosen`: alerts about the monitors in `monitorIds` and about monitors with a tag in `tagIds`.",
    "chosen"
  ),
  monitorIds: texts("Ids of the chosen domains and URL monitors.", ["01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"]),
  tagIds: texts("Ids of the chosen tags. Every monitor with at least one of these tags is chosen.", []),
  steps: list(RouteStep, "The steps, in order of increasing delay."),
  reminderMinutes: countOrNull(
    "Interval between reminders to every recipient of the alert while the problem continues. Null: none. Minutes.",
    60
  ),
  repeat: orNull(RouteRepeat, "Further rounds of the last steps. Null: none."),
  fallback: texts(
    "The targets that get a step's alert if it has an on-call schedule and nobody on call can be reached: `email`, `whatsapp`, `webhooks`, ids of channels, `membershipId`s. If they cannot be reached either, the owner gets the alert by email.",
    []
  ),
  stoppedBy: wordOrNull(
    ["targets", "plan"],
    "The reason why the route handles no alerts. `targets`: none of its targets can receive anything. `plan`: the plan allows fewer routes. Null: it handles alerts."
  ),
  createdAt: time("Creation time, ISO 8601 UTC.")
})
export interface AlertRoute extends Schema.Schema.Type<typeof AlertRoute> {}

const reasons = [
  "quiet_hours",
  "quiet_reminder",
  "channel_off",
  "channel_plan",
  "no_recipient",
  "webhooks_once",
  "email_off",
  "no_access",
  "outside_hours",
  "nobody_on_call"
] as const

/** A recipient of a simulated alert, and the time at which the alert would be sent. */
export const SimulatedRecipient = record("SimulatedRecipient", "A recipient of a simulated alert, and the time.", {
  target: text("`email`, `whatsapp`, `webhooks`, the id of a channel, or the `membershipId` of a person.", "email"),
  kind: textOrNull("Kind of the channel, or null if the target is not a channel.", null),
  name: text("The address, the number, or the name of the channel or webhook.", "owner@example.com"),
  sendsAt: textOrNull(
    "The time when the alert is sent, ISO 8601 UTC. Null: the alert is not sent.",
    "2026-11-21T08:15:00.000Z"
  ),
  reason: wordOrNull(
    reasons,
    "The reason why the alert is sent later, or not at all. `quiet_hours`: in a summary at the end of the channel's quiet hours. `quiet_reminder`: no reminders in quiet hours. `channel_off`: the channel is switched off. `channel_plan`: the plan does not allow the channel. `no_recipient`: nobody is set up. `webhooks_once`: webhooks get no reminders. `email_off`: the person has switched off alerts by email. `no_access`: the person may not see the monitor. `outside_hours`: the step is outside its hours. `nobody_on_call`: nobody on call can be reached, so the fallback or the owner gets the alert. Null: it is sent immediately."
  )
})
export interface SimulatedRecipient extends Schema.Schema.Type<typeof SimulatedRecipient> {}

const RecoveryRecipient = record("RecoveryRecipient", "A recipient of the recovery message.", {
  target: SimulatedRecipient.fields.target,
  kind: SimulatedRecipient.fields.kind,
  name: SimulatedRecipient.fields.name
})

/** A moment in a simulation at which an alert is sent. */
export const SimulatedMoment = record("SimulatedMoment", "A moment at which an alert is sent.", {
  at: time("The moment, ISO 8601 UTC."),
  afterMinutes: count("Minutes since the start of the alert.", 0),
  step: countOrNull("Number of the step, starting at 1. Null for a reminder.", 1),
  reminder: countOrNull("Number of the reminder, starting at 1. Null for a step.", null),
  recipients: list(SimulatedRecipient, "The recipients at this moment.")
})
export interface SimulatedMoment extends Schema.Schema.Type<typeof SimulatedMoment> {}

/** A circumstance that affects a whole simulation, such as paused alerts. */
export const SimulationNote = record(
  "RouteSimulationNote",
  "A circumstance that affects whether and when alerts are sent.",
  {
    code: word(
      ["alerts_paused", "monitor_paused", "maintenance", "parent_down", "flapping", "flood", "alerts_off", "event"],
      "`alerts_paused`: the account's alerts are paused. `monitor_paused`: the monitor is paused. `maintenance`: a maintenance window is open. `parent_down`: a monitor that this one depends on is down. `flapping`: the domain changed state so often that one notice replaces its alerts. `flood`: many alerts within a minute become one message. `alerts_off`: the account does not get alerts of this kind. `event`: nothing ends this kind of alert, so only the first step counts."
    ),
    message: text("The change in one sentence.", "Alerts are paused. Nothing is sent until you resume them."),
    blocks: flag("Whether this circumstance stops all messages.", true)
  }
)

/** The result of a simulation of routes: who would be notified, and when. */
export const RouteSimulation = record(
  "RouteSimulation",
  "The simulated alert: who would be notified, by which channel, and when.",
  {
    monitorId: id("Id of the domain or URL monitor."),
    kind: value(RoutedFactKind, "The kind of alert.", "down"),
    severity: value(AlertSeverity, "Its severity.", "critical"),
    at: time("The time when the alert would start, ISO 8601 UTC."),
    routeId: idOrNull(
      "Id of the route that handles the alert. Null: no route matches, so the default route handles it."
    ),
    routeName: textOrNull("Name of the route, or null for the default route.", "Shops"),
    notes: list(SimulationNote, "The circumstances that affect whether and when alerts are sent."),
    moments: list(SimulatedMoment, "The steps and the first reminders, by time."),
    hasMore: flag("Whether more reminders follow.", false),
    recovery: list(
      RecoveryRecipient,
      "The recipients of a recovery message that comes after the last of these moments: every recipient of the alert. Empty if this kind of alert has no recovery."
    )
  }
)
export interface RouteSimulation extends Schema.Schema.Type<typeof RouteSimulation> {}

/** The quiet hours of a channel. */
export const ChannelQuietHours = record(
  "QuietHours",
  "The hours in which a channel stays quiet. All alerts except critical ones are sent as one summary at the end.",
  {
    start: text("Begin, local time.", "22:00"),
    end: text("End, local time. If it is not later than the start, it is on the next day.", "07:00"),
    days: value(
      Schema.Array(Schema.Int),
      "Days on which the quiet hours start. 1 is Monday, 7 is Sunday.",
      [1, 2, 3, 4, 5]
    ),
    timezone: text("IANA time zone name.", "Europe/Berlin")
  }
)
export interface ChannelQuietHours extends Schema.Schema.Type<typeof ChannelQuietHours> {}
