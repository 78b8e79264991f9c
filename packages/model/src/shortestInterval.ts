import { type MonitorKind, monitorKinds } from "./monitorKinds.ts"
import type { PlanLimits } from "./Plan.ts"

/**
 * Returns the shortest interval of a kind of monitor on a plan, in seconds; 0 for a kind whose interval people cannot
 * set.
 */
export const shortestInterval = (kind: MonitorKind, limits: PlanLimits): number => {
  const { interval } = monitorKinds[kind].plan
  return interval === null ? 0 : limits[interval]
}
