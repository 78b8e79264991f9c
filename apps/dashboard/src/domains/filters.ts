import { type Monitor, shownState } from "../api/monitors.ts"
import { hasTagAndText } from "../monitors/hasTagAndText.ts"
import {
  byAttention,
  isBadGrade,
  isCertificateConcern,
  isLongResponse,
  isRegistrationConcern
} from "../monitors/attention.ts"

/** The quick filters of the list. */
export const shows = [
  "all",
  "down",
  "slow",
  "response",
  "certificate",
  "registration",
  "mail",
  "up",
  "unknown",
  "paused"
] as const
export type Show = (typeof shows)[number]

/** The orders of the list. */
export const sorts = ["attention", "name", "uptime", "response", "certificate", "registration", "mail"] as const
type Sort = (typeof sorts)[number]

/** The filters and the order of the list, as in the URL. */
export interface Filters {
  readonly text: string
  readonly show: Show
  /** The id of a tag. Empty: all. */
  readonly tag: string
  readonly sort: Sort
}

const oneOf = <A extends string>(values: ReadonlyArray<A>, text: string | null, otherwise: A): A =>
  values.find((value) => value === text) ?? otherwise

/** Reads the filters from a query string. Unknown values become the default. */
export const filtersOf = (search: string): Filters => {
  const query = new URLSearchParams(search)
  return {
    text: query.get("q") ?? "",
    show: oneOf(shows, query.get("show"), "all"),
    tag: query.get("tag") ?? "",
    sort: oneOf(sorts, query.get("sort"), "attention")
  }
}

/** Returns the query string of filters, without defaults. */
export const searchOf = ({ show, sort, tag, text }: Filters): string => {
  const query = new URLSearchParams({
    ...(text === "" ? {} : { q: text }),
    ...(show === "all" ? {} : { show }),
    ...(tag === "" ? {} : { tag }),
    ...(sort === "attention" ? {} : { sort })
  }).toString()
  return query === "" ? "" : `?${query}`
}

const tests: Readonly<Record<Show, (monitor: Monitor) => boolean>> = {
  all: () => true,
  down: ({ state }) => state === "down",
  slow: ({ certProblem, state }) => shownState(state, certProblem) === "degraded",
  response: isLongResponse,
  certificate: isCertificateConcern,
  registration: isRegistrationConcern,
  mail: ({ grade }) => isBadGrade(grade),
  up: ({ certProblem, state }) => shownState(state, certProblem) === "up",
  unknown: ({ state }) => state === "unknown",
  paused: ({ state }) => state === "paused"
}

/** Counts the monitors that each quick filter would show together with the other filters. */
export const countsOf = (
  monitors: ReadonlyArray<Monitor>,
  filters: Pick<Filters, "tag" | "text">
): Readonly<Record<Show, number>> => {
  const counts = {
    all: 0,
    down: 0,
    slow: 0,
    response: 0,
    certificate: 0,
    registration: 0,
    mail: 0,
    up: 0,
    unknown: 0,
    paused: 0
  }
  for (const monitor of monitors.filter(hasTagAndText(filters)))
    for (const show of shows) if (tests[show](monitor)) counts[show] += 1
  return counts
}

const smallest = (valueOf: (monitor: Monitor) => number | null) => (one: Monitor, other: Monitor) =>
  (valueOf(one) ?? Infinity) - (valueOf(other) ?? Infinity) || 0

const comparisons = (collator: Intl.Collator): Readonly<Record<Sort, (one: Monitor, other: Monitor) => number>> => ({
  attention: byAttention(collator),
  name: () => 0,
  uptime: smallest(({ uptime30 }) => uptime30),
  response: smallest(({ responseMs }) => (responseMs === null ? null : -responseMs)),
  certificate: smallest(({ certDays, certProblem }) => (certProblem === null ? certDays : -Infinity)),
  registration: smallest(({ regDays }) => regDays),
  mail: smallest(({ grade }) => (grade === null ? null : -grade.charCodeAt(0)))
})

/** Returns the monitors that match the filters, sorted. */
export const applyFilters = (
  monitors: ReadonlyArray<Monitor>,
  filters: Filters,
  collator: Intl.Collator
): ReadonlyArray<Monitor> => {
  const compare = comparisons(collator)[filters.sort]
  return monitors
    .filter(hasTagAndText(filters))
    .filter(tests[filters.show])
    .sort((one, other) => compare(one, other) || collator.compare(one.name, other.name))
}
