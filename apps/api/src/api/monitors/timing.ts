import { messages } from "@mon/api-contract"
import { type MonitorKind, monitorKinds } from "@mon/model"
import type { Caller } from "../../auth/Caller.ts"

const minimumOf = (kind: MonitorKind, { limits }: Caller): number => limits[monitorKinds[kind].plan.interval]

/** Returns the reason why the plan does not include an interval (seconds), or null. */
export const intervalFault = (kind: MonitorKind, interval: number | undefined, caller: Caller): string | null => {
  const minimum = minimumOf(kind, caller)
  return interval !== undefined && interval < minimum ? messages.intervalTooShort(minimum, caller.limits.title) : null
}

/** The default interval (seconds), or the shortest one of the plan if that is longer. */
export const shortestDefault = (kind: MonitorKind, interval: number, caller: Caller): number =>
  Math.max(interval, minimumOf(kind, caller))
