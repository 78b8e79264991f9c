import type { UrlMonitor } from "@mon/model"
import type { MonitorState } from "../api/monitors.ts"

/** The state of a page as its mark shows it. A change is shown with the changes. */
export const stateOf = ({ isDegraded, isPaused, status }: UrlMonitor): MonitorState => {
  if (isPaused) return "paused"
  if (status !== "changed" && status !== "active") return status
  return isDegraded ? "degraded" : "active"
}
