import type { DigestEntry, DigestFact, Fact, TransitionFact } from "@mon/alerts"
import type { DispatchedNotification } from "@mon/core-store"

const isUrlChange = (change: unknown): boolean => change === "url_changed" || change === "url_error"

/** The store writes a notification's data in the form of its fact, without the fields of the monitor and the incident. */
const asFact = (fields: Readonly<Record<string, unknown>>): Fact => fields as unknown as Fact

const transition = ({ data, incident, monitor }: DispatchedNotification): TransitionFact | null => {
  const { state } = data
  if (incident === null || monitor === null || (state !== "down" && state !== "up")) return null
  return { type: "status_change", change: state, domain: monitor, incident, link: null }
}

/** The fact of a notification; null when its subject is gone. */
export const toFact = (notification: DispatchedNotification): Fact | null => {
  const { data, monitor, type } = notification
  if (type === "weekly_report") return asFact({ link: null, ...data, type })
  if (monitor === null) return null
  if (type === "status_change" && data["change"] === undefined) return transition(notification)
  return asFact({ link: null, ...data, type, [isUrlChange(data["change"]) ? "urlMonitor" : "domain"]: monitor })
}

const toEntry = (notification: DispatchedNotification): ReadonlyArray<DigestEntry> => {
  const fact = transition(notification)
  if (fact === null) return []
  const { change, domain, incident } = fact
  const at = change === "down" ? incident.startedAt : (incident.resolvedAt ?? incident.startedAt)
  return [
    {
      change,
      domain,
      incidentId: incident.id,
      at,
      reason: change === "down" ? (incident.triggerError?.message ?? null) : null
    }
  ]
}

/** Combines transitions into one fact; null when all of their subjects are gone. */
export const toDigest = (notifications: ReadonlyArray<DispatchedNotification>): DigestFact | null => {
  const entries = notifications.flatMap(toEntry)
  return entries.length === 0 ? null : { type: "status_change", change: "digest", entries, link: null }
}
