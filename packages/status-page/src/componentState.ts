import type { ComponentState } from "./StatusPageDocument.ts"

/** The condition of one monitor that watches a component. */
export interface MonitorCondition {
  /** The state of the monitor. `paused` means that checks are turned off, and `unknown` that no check has a verdict. */
  readonly state: "up" | "degraded" | "down" | "unknown" | "paused"
  /** Whether a maintenance window currently covers the monitor. */
  readonly isInMaintenance: boolean
}

/** The conditions that determine the state of a component. */
export interface ComponentConditions {
  /** The state that a person has set. Null if nobody has set a state. */
  readonly override: ComponentState | null
  /** Whether a post announces planned maintenance that affects the component and is now in progress. */
  readonly isInPostedMaintenance: boolean
  /** The monitors of the component. Empty if no monitor watches it. */
  readonly monitors: ReadonlyArray<MonitorCondition>
}

/** The states of components, from worst to best. */
const order: ReadonlyArray<ComponentState> = [
  "major_outage",
  "partial_outage",
  "degraded_performance",
  "under_maintenance",
  "unknown",
  "operational"
]

/** Returns the worst of several states, or `unknown` if there are none. */
export const worstState = (states: ReadonlyArray<ComponentState>): ComponentState =>
  order.find((state) => states.includes(state)) ?? "unknown"

const stateOfMonitors = (monitors: ReadonlyArray<MonitorCondition>): ComponentState => {
  const open = monitors.filter(({ isInMaintenance }) => !isInMaintenance)
  const judged = open.filter(({ state }) => state !== "paused" && state !== "unknown")
  const down = judged.filter(({ state }) => state === "down").length
  if (down > 0) return down === judged.length ? "major_outage" : "partial_outage"
  if (judged.some(({ state }) => state === "degraded")) return "degraded_performance"
  if (open.length < monitors.length) return "under_maintenance"
  return judged.length === 0 ? "unknown" : "operational"
}

/**
 * Returns the state of a component. An override takes precedence, followed by a post's maintenance that is in progress.
 * Without these, the monitors outside maintenance decide. If all of these monitors are down, the component has a major
 * outage. If some of these monitors are down, the component has a partial outage. If no monitor is down, the component
 * is slow if a monitor is slow, and otherwise under maintenance if a monitor is in maintenance. Monitors without a
 * verdict count only if no other monitor has a verdict. A component without monitors is unknown.
 *
 * @example
 * const up = { state: "up", isInMaintenance: false } as const
 * const down = { state: "down", isInMaintenance: false } as const
 * componentState({ override: null, isInPostedMaintenance: false, monitors: [up, down] }) // => "partial_outage"
 */
export const componentState = ({ isInPostedMaintenance, monitors, override }: ComponentConditions): ComponentState => {
  if (override !== null) return override
  return isInPostedMaintenance ? "under_maintenance" : stateOfMonitors(monitors)
}
