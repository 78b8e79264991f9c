import type { RoutedFactKind, SimulatedRecipient } from "@mon/model"

const reasons: Readonly<Record<NonNullable<SimulatedRecipient["reason"]>, string>> = {
  quiet_hours: "in a summary when quiet hours end",
  quiet_reminder: "no reminders in quiet hours",
  channel_off: "the channel is switched off",
  channel_plan: "your plan does not include this channel",
  no_recipient: "nobody is set up",
  webhooks_once: "webhooks get no reminders",
  email_off: "has switched off email alerts",
  no_access: "cannot see this monitor",
  outside_hours: "outside the hours of the step",
  nobody_on_call: "nobody on call can be reached"
}

const events: Readonly<Record<RoutedFactKind, string>> = {
  down: "goes down",
  degraded: "becomes degraded",
  flapping: "changes state too often",
  page_changed: "changes its content",
  page_error: "can no longer be read",
  dns_changed: "has new DNS records",
  checks_stopped: "is no longer checked",
  certificate_expiring: "has a certificate that expires soon",
  certificate_invalid: "has an invalid certificate",
  domain_expiring: "has a registration that expires soon",
  email_health_alert: "has bad email health",
  external_alert: "is the subject of an alert from another tool"
}

const kinds: Readonly<Record<RoutedFactKind, string>> = {
  down: "Down",
  degraded: "Degraded",
  flapping: "State keeps changing",
  page_changed: "Page changed",
  page_error: "Page cannot be read",
  dns_changed: "DNS changed",
  checks_stopped: "Checks stopped",
  certificate_expiring: "Certificate expires",
  certificate_invalid: "Certificate invalid",
  domain_expiring: "Registration expires",
  email_health_alert: "Email health",
  external_alert: "Alert from another tool"
}

export const routesEn = {
  title: "Alert routes",
  used: (used: string, limit: string) => `${used} of ${limit}`,
  about: "Routes decide who gets which alerts, and when. Each alert uses the first route in the list that matches it.",
  add: "Add a route",
  addTitle: "Add a route",
  editTitle: (name: string) => `Route ${name}`,
  defaultName: "Default route",
  defaultText: (channels: string) =>
    `Any alert that matches no route above goes to email, WhatsApp and webhooks at once${channels === "" ? "" : `, and to ${channels}`}.`,
  when: (subject: string, event: string) => `When ${subject} ${event}:`,
  anyMonitor: "any monitor",
  noMonitor: "no monitor (none is selected any more)",
  tagged: (name: string) => `a monitor tagged ${name}`,
  anything: "causes any alert",
  severityOnly: (list: string) => `(only: ${list})`,
  or: " or ",
  and: " and ",
  andMore: (list: string, rest: number) => `${list} and ${rest} more`,
  atOnce: (targets: string) => `immediately ${targets}`,
  after: (time: string, targets: string) => `after ${time} ${targets}`,
  every: (time: string) => `a reminder every ${time} while it lasts`,
  nobody: "nobody",
  gone: "a deleted channel",
  goneSchedule: "a deleted schedule",
  onCall: {
    now: (schedule: string) => `whoever is on call in ${schedule}`,
    next: (schedule: string) => `whoever is next on call in ${schedule}`,
    everyone: (schedule: string) => `everyone in ${schedule}`
  },
  hours: (start: string, end: string, days: string, zone: string) => `${start} to ${end}, ${days} (${zone})`,
  onlyIn: (hours: string) => `only ${hours}`,
  repeats: (rounds: number, step: number, wait: string) =>
    `${rounds === 1 ? "once more" : `${rounds} more times`} from step ${step}, ${wait} after the last step`,
  fallsBack: (targets: string) => `if nobody on call can be reached: ${targets}`,
  targets: { email: "email", whatsapp: "WhatsApp", webhooks: "webhooks" },
  targetNames: {
    email: "Email to owner, members and copied addresses",
    whatsapp: "WhatsApp",
    webhooks: "Webhooks"
  },
  person: (name: string) => `Email to ${name}`,
  stopped: { targets: "Stopped: nobody can be reached", plan: "Stopped: not in your plan" },
  stoppedHint: {
    targets: "Every recipient in this route is switched off or deleted, so the route's alerts use the next route.",
    plan: "Your plan allows fewer routes. Get a larger plan, or delete an older route."
  },
  edit: "Edit",
  editOne: (name: string) => `Edit ${name}`,
  remove: "Delete…",
  removeOne: (name: string) => `Delete ${name}`,
  removeTitle: (name: string) => `Delete the route ${name}?`,
  removeHint:
    "Alerts that have not reached anyone yet will use another route. For alerts that have, the remaining steps and reminders stop, but recovery messages are still sent.",
  removed: (name: string) => `${name} was deleted.`,
  saved: (name: string) => `${name} was saved.`,
  name: "Name",
  kindsTitle: "Which alerts",
  kindsHint: "If you choose none, the route includes all kinds.",
  kinds,
  events,
  severitiesTitle: "Severity",
  severitiesHint: "If you choose none, the route includes all severities.",
  severities: { critical: "Critical", error: "Error", warning: "Warning", info: "Info" },
  scopeTitle: "Which monitors",
  scopes: { all: "All monitors", chosen: "Chosen monitors and tags" },
  tags: "Tags",
  monitors: "Monitors",
  stateNow: (state: string) => `Current state: ${state}`,
  failingSince: "no messages have arrived there since",
  takesAway: (names: string) => `Alerts on this route skip the default route. They are not sent to: ${names}.`,
  stepsTitle: "Steps",
  stepsHint: "Later steps are sent only while the problem continues and nobody has acknowledged it.",
  step: (number: number) => `Step ${number}`,
  minutes: "Minutes after the start",
  who: "Who gets it",
  addStep: "Add a step",
  removeStep: (number: number) => `Remove step ${number}`,
  noTarget: (number: number) => `Choose a recipient for step ${number}.`,
  noDay: (number: number) => `Choose at least one day for the hours of step ${number}.`,
  inHours: "Only in certain hours. Outside of them, the step is skipped.",
  fallbackTitle: "If nobody on call can be reached",
  fallbackHint: "These recipients get a step if nobody is on call. If you choose none, the account owner gets it.",
  repeatTitle: "Repetition",
  repeatHint: "Notify the same recipients again while the problem continues and nobody has acknowledged it.",
  repeatOn: "Repeat the steps",
  repeatRounds: "How many more times",
  repeatFrom: "Beginning with",
  repeatWait: "Minutes after the last step",
  growing: "Each step must be later than the one before it.",
  externalChosen:
    "This route does not take alerts from other tools, because they belong to no monitor. To take them, choose all monitors.",
  externalEmail:
    "Emails about alerts from other tools go to the account owner and admins. To reach another member, choose the member by name in a step.",
  noChoice: "Choose at least one monitor or tag.",
  reminder: "Reminder every … minutes",
  reminderHint:
    "Enter 5 to 10,080 minutes (7 days), or leave it empty for no reminders. Reminders stop when someone acknowledges the alert or the problem is over.",
  save: "Save the route",
  receivers: "Who receives alerts",
  receiversHint:
    "After this change, alerts about these monitors will go to different people or channels, or to nobody.",
  receiversTitle: "Change who receives alerts?",
  receiversAction: "Change",
  nobodyReceives: (about: string, before: string) =>
    `Nobody will receive alerts about ${about}.${before === "" ? "" : ` Until now: ${before}.`}`,
  loses: (lost: string, about: string) => `No longer to ${lost}: alerts about ${about}.`,
  gains: (gained: string, about: string) => `Also to ${gained}: alerts about ${about}.`,
  swaps: (gained: string, lost: string, about: string) => `To ${gained}, no longer to ${lost}: alerts about ${about}.`,
  simulate: "Who would be notified?",
  simulateHint: "Choose a monitor to see who would get an alert about it. Nothing is sent.",
  start: (zone: string) => `Start of the alert (${zone})`,
  startHint: "Leave it empty to use the current time. Choose another time to see the effect of quiet hours.",
  monitor: "Monitor",
  chooseMonitor: "Choose a monitor",
  alert: "Alert",
  takenBy: (name: string) => `Route: ${name}`,
  plus: (time: string) => `after ${time}`,
  now: "at once",
  reminderNumber: (number: number) => `Reminder ${number}`,
  reasons,
  moreReminders: "Reminders continue until the monitor recovers or someone acknowledges the alert.",
  nobodyAtAll: "Nobody would be notified.",
  recovery: (names: string) => `When it recovers: ${names}.`,
  pausedUntil: (time: string) => `Alerts are paused. Nothing is sent until ${time}.`,
  notes: {
    alerts_paused: "Alerts are paused. Nothing is sent until they are resumed.",
    monitor_paused: "The monitor is paused, so it is not checked.",
    maintenance:
      "The monitor is under maintenance. If the problem continues when maintenance ends, the alert is sent then.",
    flapping: "The monitor changed state so often that one notice replaces its alerts.",
    parent_down:
      "A monitor that this one depends on is down. If the problem continues when that monitor is up again, the alert is sent then.",
    flood:
      "If many monitors go down within a minute, only the first alerts are sent one by one. One combined message reports the rest. Webhooks still get every alert.",
    alerts_off: "Alerts about degraded monitors are off for this account. You can switch them on in the settings.",
    event: "This kind of alert has no recovery, so only the first step is sent."
  },
  quiet: "Quiet hours",
  quietHint:
    "Alerts raised during quiet hours are sent as one message when quiet hours end. Critical alerts are sent immediately.",
  quietOn: "Use quiet hours for this channel",
  quietFrom: "From",
  quietTo: "To",
  quietDays: "On these days",
  days: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
  everyDay: "every day",
  quietTimes: (start: string, end: string, days: string) => `Quiet hours ${start}–${end}, ${days}`,
  quietZone: "Time zone"
}

export type RouteWords = typeof routesEn
