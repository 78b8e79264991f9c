import type { SimulatedMonitor } from "@mon/core-store"
import { flapping, type RoutedFactKind, type RouteSimulation } from "@mon/model"
import { AT_ONCE, WINDOW_SECONDS } from "../deliveries/sendTo.ts"
import { isOpening } from "./routedKindOf.ts"

type Note = RouteSimulation["notes"][number]

const when = (condition: boolean, note: Note): ReadonlyArray<Note> => (condition ? [note] : [])

/** The kinds that a maintenance window does not suppress, because they are about deadlines. */
const DEADLINES: ReadonlyArray<RoutedFactKind> = ["certificate_expiring", "domain_expiring"]

/** Lists the circumstances that change whether or when the alerts of a monitor are sent. */
export const notesOf = (monitor: SimulatedMonitor, kind: RoutedFactKind, lasts: boolean): ReadonlyArray<Note> => [
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
    message: `If more than ${AT_ONCE} domains in the account change state within ${WINDOW_SECONDS} seconds, everyone gets one combined message about the rest. Webhooks still get every alert. If they share an address, a network or name servers, everyone gets at most two messages about all of them.`,
    blocks: false
  }),
  ...when(!lasts, {
    code: "event",
    message: "This kind of alert has no recovery, so only the first step is sent, without reminders.",
    blocks: false
  })
]
