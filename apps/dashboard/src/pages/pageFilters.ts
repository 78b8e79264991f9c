import type { Monitor } from "../api/monitors.ts"
import { largest, listFilters } from "../monitors/listFilters.ts"

const rankOf = ({ state, unseen }: Monitor): number =>
  unseen > 0 ? 0 : state === "error" ? 1 : state === "paused" ? 3 : 2

const newest = largest(({ changedAt }) => changedAt)

export const pageFilters = listFilters(
  [
    ["unseen", ({ unseen }) => unseen > 0],
    ["error", ({ state }) => state === "error"],
    ["paused", ({ state }) => state === "paused"]
  ],
  [
    ["attention", (collator) => (one, other) => rankOf(one) - rankOf(other) || newest(collator)(one, other)],
    ["changed", newest],
    ["name"],
    ["response", largest(({ responseMs }) => responseMs)]
  ]
)
