import type { Monitor } from "../api/monitors.ts"

export interface Filters<Show extends string, Sort extends string> {
  readonly text: string
  readonly show: Show | "all"
  /** The id of a tag. Empty: no filter by tag. */
  readonly tag: string
  readonly sort: Sort
}

type Order = (collator: Intl.Collator) => (one: Monitor, other: Monitor) => number

/** Makes an order of monitors by a number, smallest first. Monitors without the number come last. */
export const smallest =
  (valueOf: (monitor: Monitor) => number | null): Order =>
  () =>
  (one, other) =>
    (valueOf(one) ?? Infinity) - (valueOf(other) ?? Infinity) || 0

/** Makes an order of monitors by a number, largest first. Monitors without the number come last. */
export const largest = (valueOf: (monitor: Monitor) => number | null): Order =>
  smallest((monitor) => {
    const value = valueOf(monitor)
    return value === null ? null : -value
  })

const hasTagAndText = ({ tag, text }: Pick<Filters<string, string>, "tag" | "text">) => {
  const wanted = text.trim().toLowerCase()
  return ({ host, name, tags }: Monitor): boolean =>
    (tag === "" || tags.some(({ id }) => id === tag)) &&
    (wanted === "" || name.toLowerCase().includes(wanted) || host.toLowerCase().includes(wanted))
}

/** A quick filter: its name in the URL, the condition for the monitors that it shows, and its colour. */
type Quick<Show extends string> = readonly [
  name: Show,
  shows: (monitor: Monitor) => boolean,
  tone?: "bad" | "fair" | undefined
]

/** A sort order with its name in the URL. Monitors that are equal in this order are sorted by name. */
type NamedOrder<Sort extends string> = readonly [name: Sort, order?: Order]

/**
 * Makes the filters of a list from its quick filters and its sort orders. Adds a quick filter for all monitors. The
 * first sort order is the default.
 */
export const listFilters = <Show extends string, Sort extends string>(
  some: ReadonlyArray<Quick<Show>>,
  orders: readonly [NamedOrder<Sort>, ...ReadonlyArray<NamedOrder<Sort>>]
) => {
  const quick: ReadonlyArray<Quick<Show | "all">> = [["all", () => true], ...some]
  const [first] = orders
  const orderOf = (name: string | null) => orders.find(([one]) => one === name) ?? first
  return {
    sorts: orders.map(([name]) => name),
    sortOf: (name: string) => orderOf(name)[0],
    /** Reads the filters from a query string. Unknown values become the default. Links in emails have `seen=no`. */
    read: (search: string): Filters<Show, Sort> => {
      const query = new URLSearchParams(search)
      const wanted = query.get("seen") === "no" ? "unseen" : query.get("show")
      return {
        text: query.get("q") ?? "",
        show: quick.find(([name]) => name === wanted)?.[0] ?? "all",
        tag: query.get("tag") ?? "",
        sort: orderOf(query.get("sort"))[0]
      }
    },
    write: ({ show, sort, tag, text }: Filters<Show, Sort>): string => {
      const query = new URLSearchParams({
        ...(text === "" ? {} : { q: text }),
        ...(show === "all" ? {} : show === "unseen" ? { seen: "no" } : { show }),
        ...(tag === "" ? {} : { tag }),
        ...(sort === first[0] ? {} : { sort })
      }).toString()
      return query === "" ? "" : `?${query}`
    },
    /** Counts, for each quick filter, the monitors that the list would show with the current tag and text. */
    count: (monitors: ReadonlyArray<Monitor>, filters: Pick<Filters<Show, Sort>, "tag" | "text">) => {
      const others = monitors.filter(hasTagAndText(filters))
      return quick.map(([value, shows, tone]) => ({ value, tone, count: others.filter(shows).length }))
    },
    apply: (
      monitors: ReadonlyArray<Monitor>,
      { show, sort, ...others }: Filters<Show, Sort>,
      collator: Intl.Collator
    ): ReadonlyArray<Monitor> => {
      const compare = orderOf(sort)[1]?.(collator)
      return monitors
        .filter(hasTagAndText(others))
        .filter(quick.find(([name]) => name === show)?.[1] ?? (() => true))
        .sort((one, other) => compare?.(one, other) || collator.compare(one.name, other.name))
    }
  }
}

export type ListFilters<Show extends string, Sort extends string> = ReturnType<typeof listFilters<Show, Sort>>
