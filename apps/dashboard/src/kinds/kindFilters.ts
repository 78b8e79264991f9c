import type { Monitor } from "../api/monitors.ts"
import { byAttention } from "../monitors/attention.ts"
import { hasTagAndText } from "../monitors/hasTagAndText.ts"

/** The quick filters of the list. */
export const kindShows = ["all", "down", "up", "unknown", "paused"] as const
type Show = (typeof kindShows)[number]

/** The orders of the list. */
export const kindSorts = ["attention", "name", "uptime", "changed"] as const
type Sort = (typeof kindSorts)[number]

/** The filters and the order of the list, as in the URL. */
export interface KindFilters {
  readonly text: string
  readonly show: Show
  /** The id of a tag. Empty: all. */
  readonly tag: string
  readonly sort: Sort
}

/** Reads the filters from a query string. Unknown values become the default. */
export const kindFiltersOf = (search: string): KindFilters => {
  const query = new URLSearchParams(search)
  return {
    text: query.get("q") ?? "",
    show: kindShows.find((show) => show === query.get("show")) ?? "all",
    tag: query.get("tag") ?? "",
    sort: kindSorts.find((sort) => sort === query.get("sort")) ?? "attention"
  }
}

/** Returns the query string of filters, without defaults. */
export const kindSearchOf = ({ show, sort, tag, text }: KindFilters): string => {
  const query = new URLSearchParams({
    ...(text === "" ? {} : { q: text }),
    ...(show === "all" ? {} : { show }),
    ...(tag === "" ? {} : { tag }),
    ...(sort === "attention" ? {} : { sort })
  }).toString()
  return query === "" ? "" : `?${query}`
}

/** A degraded monitor is up. */
const showOf = ({ state }: Monitor): Show | undefined =>
  kindShows.find((show) => show === (state === "degraded" ? "up" : state))

/** Counts, for each quick filter, the monitors that the list would show with the other filters unchanged. */
export const kindCountsOf = (
  monitors: ReadonlyArray<Monitor>,
  filters: Pick<KindFilters, "tag" | "text">
): Readonly<Record<Show, number>> => {
  const counts = { all: 0, down: 0, up: 0, unknown: 0, paused: 0 }
  for (const monitor of monitors.filter(hasTagAndText(filters))) {
    const show = showOf(monitor)
    counts.all += 1
    if (show !== undefined) counts[show] += 1
  }
  return counts
}

const comparisons = (collator: Intl.Collator): Readonly<Record<Sort, (one: Monitor, other: Monitor) => number>> => ({
  attention: byAttention(collator),
  name: () => 0,
  uptime: (one, other) => (one.uptime30 ?? Infinity) - (other.uptime30 ?? Infinity) || 0,
  changed: (one, other) => (other.since ?? 0) - (one.since ?? 0)
})

/** Returns the monitors that match the filters, sorted. */
export const applyKindFilters = (
  monitors: ReadonlyArray<Monitor>,
  filters: KindFilters,
  collator: Intl.Collator
): ReadonlyArray<Monitor> => {
  const compare = comparisons(collator)[filters.sort]
  return monitors
    .filter(hasTagAndText(filters))
    .filter((monitor) => filters.show === "all" || showOf(monitor) === filters.show)
    .sort((one, other) => compare(one, other) || collator.compare(one.name, other.name))
}
