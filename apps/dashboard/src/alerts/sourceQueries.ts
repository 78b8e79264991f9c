import type { CreateAlertSource, UpdateAlertSource } from "@mon/api-contract"
import type { SourceIncident } from "@mon/model"
import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { reread } from "../api/accountQueries.ts"
import { change, read } from "../api/client.ts"
import { type Answer, byId } from "../api/endpoints.ts"
import { every, keys } from "../api/queries.ts"

const key = ["alert-sources"] as const
const SOURCES = "/alert-sources"
const INCIDENTS = `${SOURCES}/incidents`

/** The interval at which the list of sources is reloaded, in milliseconds. */
const OFTEN = 15_000
/** The interval while a person waits for the first alert of a source, in milliseconds. */
const WAITING = 2_000
const PAGE_SIZE = 50

export const sourceEndpoints = {
  create: (source: CreateAlertSource) => change<Answer<"alertSources", "create">>("POST", SOURCES, source),
  update: (id: string, changes: UpdateAlertSource) =>
    change<Answer<"alertSources", "update">>("PATCH", byId(SOURCES, id), changes),
  rotate: (id: string) => change<Answer<"alertSources", "rotateToken">>("POST", byId(SOURCES, id, "/rotate")),
  remove: (id: string) => change<Answer<"alertSources", "remove">>("DELETE", byId(SOURCES, id)),
  acknowledge: (id: string, note: string | null) =>
    change<Answer<"alertSources", "acknowledge">>("POST", byId(INCIDENTS, id, "/acknowledge"), { note }),
  unacknowledge: (id: string) =>
    change<Answer<"alertSources", "unacknowledge">>("DELETE", byId(INCIDENTS, id, "/acknowledge"))
}

/** Reloads the sources and the incidents that they have opened. */
export const rereadSources = (): Promise<unknown> => reread(key, keys.incidents)

export const useSources = (isWaiting = false) =>
  useQuery({
    queryKey: key,
    queryFn: ({ signal }) => read<Answer<"alertSources", "list">>(SOURCES, signal),
    refetchInterval: isWaiting ? WAITING : OFTEN
  })

/** Reads an incident that another tool has opened. An event about an incident also reloads this query. */
export const useSourceIncident = (id: string) =>
  useQuery({
    queryKey: ["incident", id, "tool"],
    queryFn: ({ signal }) => read<Answer<"alertSources", "incident">>(byId(INCIDENTS, id), signal),
    refetchInterval: ({ state: { data } }) => (data?.status === "open" ? every("domain") : false)
  })

/** Reads the newest incidents of other tools in one state, page by page. */
export const useSourceIncidents = (state: SourceIncident["status"], enabled = true) =>
  useInfiniteQuery({
    queryKey: [...keys.incidents, "tools", state],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({
        state,
        limit: String(PAGE_SIZE),
        ...(pageParam === null ? {} : { before: pageParam })
      })
      return read<ReadonlyArray<SourceIncident>>(`${INCIDENTS}?${query.toString()}`, signal)
    },
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? null : (page.at(-1)?.id ?? null)),
    enabled,
    refetchInterval: ({ state: { data } }) => (data === undefined || data.pages.length === 1 ? every("domain") : false)
  })
