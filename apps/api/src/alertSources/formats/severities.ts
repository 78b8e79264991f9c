import type { AlertSeverity } from "@mon/model"

/** The words that tools use for severities. */
const severities: ReadonlyMap<string, AlertSeverity> = new Map([
  ["critical", "critical"],
  ["crit", "critical"],
  ["fatal", "critical"],
  ["emergency", "critical"],
  ["disaster", "critical"],
  ["page", "critical"],
  ["p1", "critical"],
  ["error", "error"],
  ["high", "error"],
  ["major", "error"],
  ["p2", "error"],
  ["warning", "warning"],
  ["warn", "warning"],
  ["medium", "warning"],
  ["moderate", "warning"],
  ["minor", "warning"],
  ["average", "warning"],
  ["p3", "warning"],
  ["info", "info"],
  ["information", "info"],
  ["informational", "info"],
  ["low", "info"],
  ["notice", "info"],
  ["none", "info"],
  ["debug", "info"],
  ["p4", "info"],
  ["p5", "info"]
])

/** The severity of an alert that states none, or one that is not known. */
const UNSTATED: AlertSeverity = "error"

/** Returns the severity that a tool has stated in a word, in any case. */
export const severityOf = (word: string | null): AlertSeverity => severities.get(word?.toLowerCase() ?? "") ?? UNSTATED
