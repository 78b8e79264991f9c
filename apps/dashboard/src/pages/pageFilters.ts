import type { Monitor } from "../api/monitors.ts"
import { hasTagAndText } from "../monitors/hasTagAndText.ts"

/** The quick filters of the list of pages. */
export const pageShows = ["all", "unseen", "error", "paused"] as const
type PageShow = (typeof pageShows)[number]

/** The orders of the list of pages. */
export const pageSorts = ["attention", "changed", "name", "response"] as const
type PageSort = (typeof pageSorts)[number]

/** The filters and the order of the list of pages, as in the URL. */
export interface PageFilters {
  readonly text: string
  readonly show: PageShow
  /** The id of a tag. Empty: all. */
  readonly tag: string
  readonly sort: PageSort
}

const oneOf = <A extends string>(values: ReadonlyArray<A>, text: string | null, otherwise: A): A =>
  values.find((value) => value === text) ?? otherwise

/** Reads the filters from a query string. `seen=no`, which links in emails contain, selects unseen changes. */
export const pageFiltersOf = (search: string): PageFilters => {
  const query = new URLSearchParams(search)
  return {
    text: query.get("q") ?? "",
    show: query.get("seen") === "no" ? "unseen" : oneOf(pageShows, query.get("show"), "all"),
    tag: query.get("tag") ?? "",
    sort: oneOf(pageSorts, query.get("sort"), "attention")
  }
}

/** Returns the query string of filters, without defaults. */
export const pageSearchOf = ({ show, sort, tag, text }: PageFilters): string => {
  const query = new URLSearchParams({
    ...(text === "" ? {} : { q: text }),
    ...(show === "all" ? {} : show === "unseen" ? { seen: "no" } : { show }),
    ...(tag === "" ? {} : { tag }),
    ...(sort === "attention" ? {} : { sort })
  }).toString()
  return query === "" ? "" : `?${query}`
}

const tests: Readonly<Record<PageShow, (monitor: Monitor) => boolean>> = {
  all: () => true,
  unseen: ({ unseen }) => unseen > 0,
  error: ({ state }) => state === "error",
  paused: ({ state }) => state === "paused"
}

/** Counts, for each quick filter, the pages that the list would show with the other filters unchanged. */
export const pageCountsOf = (
  monitors: ReadonlyArray<Monitor>,
  filters: Pick<PageFilters, "tag" | "text">
): Readonly<Record<PageShow, number>> => {
  const counts = { all: 0, unseen: 0, error: 0, paused: 0 }
  for (const monitor of monitors.filter(hasTagAndText(filters)))
    for (const show of pageShows) if (tests[show](monitor)) counts[show] += 1
  return counts
}

/** Returns the rank of a page: first unseen changes, then failing pages; paused pages last. */
const rankOf = ({ state, unseen }: Monitor): number =>
  unseen > 0 ? 0 : state === "error" ? 1 : state === "paused" ? 3 : 2

const newest = (one: Monitor, other: Monitor): number => (other.changedAt ?? 0) - (one.changedAt ?? 0)

const comparisons: Readonly<Record<PageSort, (one: Monitor, other: Monitor) => number>> = {
  attention: (one, other) => rankOf(one) - rankOf(other) || newest(one, other),
  changed: newest,
  name: () => 0,
  response: (one, other) => (other.responseMs ?? -1) - (one.responseMs ?? -1)
}

/** Returns the pages that match the filters, sorted. */
export const applyPageFilters = (
  monitors: ReadonlyArray<Monitor>,
  filters: PageFilters,
  collator: Intl.Collator
): ReadonlyArray<Monitor> => {
  const compare = comparisons[filters.sort]
  return monitors
    .filter(hasTagAndText(filters))
    .filter(tests[filters.show])
    .sort((one, other) => compare(one, other) || collator.compare(one.name, other.name))
}
