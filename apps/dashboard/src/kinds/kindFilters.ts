import { byAttention } from "../monitors/attention.ts"
import { largest, listFilters, smallest } from "../monitors/listFilters.ts"

/** The filters and the sort orders of the list of a kind. A degraded monitor counts as up. */
export const kindFilters = listFilters(
  [
    ["down", ({ state }) => state === "down"],
    ["up", ({ state }) => state === "up" || state === "degraded"],
    ["unknown", ({ state }) => state === "unknown"],
    ["paused", ({ state }) => state === "paused"]
  ],
  [
    ["attention", byAttention],
    ["name"],
    ["uptime", smallest(({ uptime30 }) => uptime30)],
    ["changed", largest(({ since }) => since)]
  ]
)
