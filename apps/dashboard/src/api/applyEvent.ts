import type { LiveEvent, MonitorKind, MonitorList } from "@mon/model"
import type { QueryClient } from "@tanstack/react-query"
import { generalKinds } from "./generalKinds.ts"

type MonitorEvent = Extract<LiveEvent, { readonly name: MonitorKind }>

/** Returns whether an event is about a monitor. Only events about monitors contain a state. */
const isOfMonitor = (event: LiveEvent): event is MonitorEvent => "state" in event.data

/** Returns the list of monitors with the new state of one monitor, or null if the list must be reloaded. */
const withMonitor = (list: MonitorList, { data }: MonitorEvent): MonitorList | null => {
  const at = (name: (typeof list.fields)[number]) => list.fields.indexOf(name)
  const [id, state, since, reason] = [at("id"), at("state"), at("since"), at("reason")]
  if (data.state === "deleted") return { ...list, rows: list.rows.filter((row) => row[id] !== data.id) }
  const index = list.rows.findIndex((row) => row[id] === data.id)
  const row = list.rows[index]
  // An event with an unchanged state means that another property of the monitor has changed.
  if (row === undefined || row[state] === data.state) return null
  const values: Array<unknown> = [...row]
  values[state] = data.state
  values[since] = data.since
  values[reason] = data.reason
  return { ...list, rows: list.rows.with(index, values as unknown as typeof row) }
}

type Key = ReadonlyArray<string>

/**
 * Returns the cache key prefixes under which a monitor with incidents may be stored. An event about an incident does
 * not contain the kind of its monitor.
 */
const ofMonitor = (id: string | null): ReadonlyArray<Key> =>
  id === null ? [] : ["domain", ...generalKinds].map((kind) => [kind, id])

/** Returns the key prefixes of the queries that must be reloaded after an event. */
const affected = (event: LiveEvent): ReadonlyArray<Key> => {
  if (isOfMonitor(event)) return [[event.name, event.data.id], [`${event.name}s`], ["status"]]
  const { data, name } = event
  switch (name) {
    case "incident":
      return [["incidents"], ["incident", data.id], ...ofMonitor(data.domainId)]
    case "change":
      return [["changes"], ["monitors"], ...(data.urlId === null ? [] : [["url", data.urlId]])]
    case "job":
      return [["simulations"], ["simulation", data.id]]
    case "notification":
      return [["notifications"]]
    case "ready":
    case "resync":
      return [[]]
    case "end":
      return [["account"]]
  }
}

/**
 * The delay before lists are reloaded after an event, in milliseconds. It limits the number of reloads, and its random
 * part prevents all browsers from reloading at once.
 */
const GATHER_MS = { least: 2_000, spread: 3_000 } as const

const waiting = new Map<string, Key>()

/**
 * Reloads queries: queries of a single object immediately, and queries of lists after a delay in which more events may
 * arrive.
 */
const invalidate = (client: QueryClient, queryKey: Key): void => {
  if (queryKey.length !== 1) return void client.invalidateQueries({ queryKey })
  if (waiting.size === 0) {
    const flush = () => {
      for (const key of waiting.values()) void client.invalidateQueries({ queryKey: key })
      waiting.clear()
    }
    setTimeout(flush, GATHER_MS.least + Math.random() * GATHER_MS.spread)
  }
  waiting.set(queryKey.join(" "), queryKey)
}

export const applyEvent = (client: QueryClient, event: LiveEvent): void => {
  if (isOfMonitor(event)) {
    const list = client.getQueryData<MonitorList>(["monitors"])
    const patched = list === undefined ? null : withMonitor(list, event)
    if (patched !== null) client.setQueryData(["monitors"], patched)
    // A list that is currently loading may be older than the event, and would undo its change.
    const isRead = client.isFetching({ queryKey: ["monitors"] }) > 0
    if (patched === null || isRead) invalidate(client, ["monitors"])
  }
  for (const queryKey of affected(event)) invalidate(client, queryKey)
}
