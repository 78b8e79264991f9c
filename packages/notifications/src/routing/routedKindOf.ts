import { type RenderableFact, type RoutedKind, routedKinds } from "@mon/alerts"

/** The kind by which routes choose a fact; null for recoveries, reports, and facts of another release. */
export const routedKindOf = ({ kind }: RenderableFact): RoutedKind | null =>
  routedKinds.find((routed) => routed === kind) ?? null

/** Kinds that last until a recovery. */
const LASTING: ReadonlyArray<RoutedKind> = ["down", "degraded", "email_health_alert"]

/** Whether something ends what a fact is about, so that it has further steps and reminders. */
export const lasts = (kind: RoutedKind): boolean => LASTING.includes(kind)

/** Kinds that a parent which is down suppresses. */
const OPENINGS: ReadonlyArray<RoutedKind> = ["down", "page_error"]

/** Whether an alert says that a monitor is not available, so that a parent which is down suppresses it. */
export const isOpening = (kind: RoutedKind): boolean => OPENINGS.includes(kind)

/** The kinds of facts that recoveries end. */
const ENDED: ReadonlyMap<RenderableFact["kind"], RoutedKind> = new Map([
  ["up", "down"],
  ["recovered", "degraded"],
  ["email_health_recovery", "email_health_alert"]
])

/** The kind of alert that a recovery ends; null for facts that end nothing. */
export const openingOf = ({ kind }: RenderableFact): RoutedKind | null => ENDED.get(kind) ?? null

/** Whether a fact ends another one. */
export const isRecovery = (fact: RenderableFact): boolean => openingOf(fact) !== null
