import type { AccessScope, LiveMonitor, Signal } from "@mon/core-store"
import { isMonitorKind, type LiveEvent, monitorKindNames } from "@mon/model"

export interface SignalFacts {
  /** The monitors by internal key. */
  readonly monitors: ReadonlyMap<string, LiveMonitor>
  /** The monitors that each membership may see, as `membership:monitor`. */
  readonly shared: ReadonlySet<string>
}

/** Returns the event for a signal, or null if its object no longer exists. */
export const eventOf = ({ id, kind, monitorKey }: Signal, { monitors }: SignalFacts): LiveEvent | null => {
  const monitor = monitorKey === null ? undefined : monitors.get(monitorKey)
  if (isMonitorKind(kind)) {
    if (monitor === undefined) return null
    const { key: _, ...data } = monitor
    return { name: kind, data }
  }
  if (id === null) return null
  switch (kind) {
    case "incident":
      return { name: kind, data: { id, domainId: monitor?.id ?? null } }
    case "change":
      return { name: kind, data: { id, urlId: monitor?.id ?? null } }
    case "job":
    case "notification":
      return { name: kind, data: { id } }
    default:
      return null
  }
}

/** The kinds of signals that go to everybody who can see the monitor. */
const ofMonitors: ReadonlySet<Signal["kind"]> = new Set([...monitorKindNames, "change", "incident", "notification"])

/**
 * Returns whether a person may see the event of a signal. The owner and admins see events of the whole account. A
 * member sees events of monitors that are shared with the member, and events for the member personally. Nobody sees
 * events for another person.
 */
export const maySee = (
  { accountKey, kind, monitorKey, userKey }: Signal,
  viewer: AccessScope,
  { shared }: SignalFacts
): boolean => {
  if (accountKey !== viewer.accountKey) return false
  if (userKey !== null && userKey !== viewer.userKey) return false
  if (viewer.role === "owner") return true
  if (kind === "notification" && userKey !== null) return true
  return ofMonitors.has(kind) && monitorKey !== null && shared.has(`${viewer.membershipKey}:${monitorKey}`)
}
