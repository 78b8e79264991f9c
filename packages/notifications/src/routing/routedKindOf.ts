import { type RenderableFact, type RoutedKind, routedKinds } from "@mon/alerts"

/** Returns the kind of a fact by which routes choose. Null for recoveries, reports, and facts of another release. */
export const routedKindOf = ({ kind }: RenderableFact): RoutedKind | null =>
  routedKinds.find((routed) => routed === kind) ?? null

/** The kinds that last until a recovery. */
const LASTING: ReadonlyArray<RoutedKind> = ["down", "degraded", "email_health_alert"]

/** Whether a recovery ends facts of this kind. Only then do they have further steps and reminders. */
export const lasts = (kind: RoutedKind): boolean => LASTING.includes(kind)

/** The kinds that are suppressed while a parent is down. */
const OPENINGS: ReadonlyArray<RoutedKind> = ["down", "page_error"]

/**
 * Whether an alert means that a monitor is not available. It is then suppressed while a parent of the monitor is down.
 */
export const isOpening = (kind: RoutedKind): boolean => OPENINGS.includes(kind)

/** The kinds of facts that are ended by recoveries, by the kind of recovery. */
const ENDED: ReadonlyMap<RenderableFact["kind"], RoutedKind> = new Map([
  ["up", "down"],
  ["recovered", "degraded"],
  ["email_health_recovery", "email_health_alert"]
])

/** Returns the kind of alert that a recovery ends. Null for facts that are not recoveries. */
export const openingOf = ({ kind }: RenderableFact): RoutedKind | null => ENDED.get(kind) ?? null

/** Whether a fact ends an earlier one. */
export const isRecovery = (fact: RenderableFact): boolean => openingOf(fact) !== null
