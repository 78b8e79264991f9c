import type { TimelineEvent, TimelineEventKind } from "@mon/model"
import { useInfiniteQuery } from "@tanstack/react-query"
import { byId } from "../api/endpoints.ts"
import { keys } from "../api/queries.ts"
import { read } from "../api/client.ts"

const EVENTS_A_PAGE = 50
const REFRESH_MS = 60_000

const page = (id: string, kind: TimelineEventKind | "", before: string | null, signal: AbortSignal) => {
  const query = new URLSearchParams({ limit: String(EVENTS_A_PAGE) })
  if (kind !== "") query.set("kind", kind)
  if (before !== null) query.set("before", before)
  return read<ReadonlyArray<TimelineEvent>>(byId("/domains", id, `/timeline/events?${query.toString()}`), signal)
}

/** Reads the events of a domain, newest first. An empty `kind` stands for all kinds. */
export const useDomainEvents = (id: string, kind: TimelineEventKind | "") =>
  useInfiniteQuery({
    queryKey: [...keys.domain(id), "events", kind],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => page(id, kind, pageParam, signal),
    getNextPageParam: (events) => (events.length < EVENTS_A_PAGE ? null : (events.at(-1)?.id ?? null)),
    refetchInterval: REFRESH_MS
  })
