import { shownState } from "../api/monitors.ts"
import {
  byAttention,
  isBadGrade,
  isCertificateConcern,
  isLongResponse,
  isRegistrationConcern
} from "../monitors/attention.ts"
import { largest, listFilters, smallest } from "../monitors/listFilters.ts"

export const domainFilters = listFilters(
  [
    ["down", ({ state }) => state === "down", "bad"],
    ["slow", ({ certProblem, state }) => shownState(state, certProblem) === "degraded", "fair"],
    ["response", isLongResponse, "fair"],
    ["certificate", isCertificateConcern, "fair"],
    ["registration", isRegistrationConcern, "fair"],
    ["mail", ({ grade }) => isBadGrade(grade), "bad"],
    ["up", ({ certProblem, state }) => shownState(state, certProblem) === "up"],
    ["unknown", ({ state }) => state === "unknown"],
    ["paused", ({ state }) => state === "paused"]
  ],
  [
    ["attention", byAttention],
    ["name"],
    ["uptime", smallest(({ uptime30 }) => uptime30)],
    ["response", largest(({ responseMs }) => responseMs)],
    ["certificate", smallest(({ certDays, certProblem }) => (certProblem === null ? certDays : -Infinity))],
    ["registration", smallest(({ regDays }) => regDays)],
    ["mail", largest(({ grade }) => grade?.charCodeAt(0) ?? null)]
  ]
)
