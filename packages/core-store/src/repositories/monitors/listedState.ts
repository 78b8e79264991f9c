import type { MonitorState } from "@mon/model"
import { domainStateOf, kindCodes, urlStateOf } from "./MonitorCodes.ts"

/** The columns of a monitor and its schedule that its state in lists depends on. */
export interface ListedStateRow {
  readonly kind: number
  readonly state: number
  readonly is_degraded: boolean
  readonly paused: boolean
}

/** The state of a monitor as lists and events show it: an available monitor that is slow is degraded. */
export const listedState = ({ is_degraded, kind, paused, state }: ListedStateRow): MonitorState => {
  if (paused) return "paused"
  const own = kind === kindCodes.domain ? domainStateOf(state) : urlStateOf(state)
  return is_degraded && (own === "up" || own === "active") ? "degraded" : own
}
