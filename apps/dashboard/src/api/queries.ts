import type { MonitorList, TimelineRange } from "@mon/model"
import { QueryClient, useQuery } from "@tanstack/react-query"
import { ApiProblem } from "./client.ts"
import { isLive } from "../live/liveState.ts"
import { endpoints } from "./endpoints.ts"
import { type Monitor, monitorsOf } from "./monitors.ts"

/** How often open screens read again, in milliseconds. */
const EVERY = { monitors: 10_000, first: 1_000, domain: 15_000, slow: 60_000 } as const

/** How often while events arrive: for what has no event, such as response times. */
const LIVE = { monitors: 300_000, domain: 60_000, slow: 300_000 } as const

const every = (what: keyof typeof LIVE): number => (isLive() ? LIVE[what] : EVERY[what])

const isWorthRepeating = (count: number, error: unknown): boolean =>
  count < 2 && (!(error instanceof ApiProblem) || error.status === 0 || error.status >= 500)

/** The cache of everything that was read. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: isWorthRepeating,
      retryDelay: (count) => 1_000 * 2 ** count,
      staleTime: 5_000,
      // The browser may believe that it is offline while the service is on the same machine.
      networkMode: "always"
    },
    mutations: { networkMode: "always" }
  }
})

/** Names of what is cached. */
export const keys = {
  monitors: ["monitors"],
  domain: (id: string) => ["domain", id],
  incidents: ["incidents"]
} as const

const tableOf = (table: MonitorList): ReadonlyArray<Monitor> => monitorsOf(table)

const isWaiting = (monitors: ReadonlyArray<Monitor>): boolean =>
  monitors.some(({ since, state }) => state === "unknown" && since === null)

/** All monitors. While a new one waits for its first check, they are read every second. */
export const useMonitors = () =>
  useQuery({
    queryKey: keys.monitors,
    queryFn: ({ signal }) => endpoints.monitors(signal),
    select: tableOf,
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isWaiting(monitorsOf(data)) && data.rows.length <= 200 ? EVERY.first : every("monitors")
  })

export const useAccount = () =>
  useQuery({ queryKey: ["account"], queryFn: ({ signal }) => endpoints.account(signal), staleTime: EVERY.slow })

export const useStatus = () =>
  useQuery({
    queryKey: ["status"],
    queryFn: ({ signal }) => endpoints.status(signal),
    refetchInterval: () => every("slow")
  })

export const useIncidents = () =>
  useQuery({
    queryKey: keys.incidents,
    queryFn: ({ signal }) => endpoints.incidents(signal),
    refetchInterval: () => every("domain")
  })

export const usePauseState = () =>
  useQuery({
    queryKey: ["pause"],
    queryFn: ({ signal }) => endpoints.pauseState(signal),
    refetchInterval: () => every("slow")
  })

export const useTags = (enabled: boolean) =>
  useQuery({ queryKey: ["tags"], queryFn: ({ signal }) => endpoints.tags(signal), enabled })

export const useDomain = (id: string) =>
  useQuery({
    queryKey: keys.domain(id),
    queryFn: ({ signal }) => endpoints.domain(id, signal),
    refetchInterval: ({ state: { data } }) => (data?.status === "unknown" ? EVERY.first : every("domain"))
  })

export const useDomainIncidents = (id: string) =>
  useQuery({
    queryKey: [...keys.domain(id), "incidents"],
    queryFn: ({ signal }) => endpoints.domainIncidents(id, signal),
    refetchInterval: () => every("slow")
  })

/** The DNS of a domain, read often while its first observation is due. */
export const useDomainDns = (id: string) =>
  useQuery({
    queryKey: [...keys.domain(id), "dns"],
    queryFn: ({ signal }) => endpoints.dns(id, signal),
    refetchInterval: ({ state: { data } }) => (data?.status === "waiting" ? EVERY.first : every("domain"))
  })

export const useHistory = (id: string, enabled: boolean) =>
  useQuery({
    queryKey: [...keys.domain(id), "history"],
    queryFn: ({ signal }) => endpoints.history(id, signal),
    refetchInterval: () => every("domain"),
    enabled
  })

export const useTimeline = (id: string, range: TimelineRange) =>
  useQuery({
    queryKey: [...keys.domain(id), "timeline", range],
    queryFn: ({ signal }) => endpoints.timeline(id, range, signal),
    refetchInterval: () => every("slow"),
    // The old range stays on screen until the new one is there.
    placeholderData: (previous, query) => (query?.queryKey[1] === id ? previous : undefined)
  })

export const useIncident = (id: string) =>
  useQuery({
    queryKey: ["incident", id],
    queryFn: ({ signal }) => endpoints.incident(id, signal),
    refetchInterval: ({ state: { data } }) => (data?.status === "open" ? every("domain") : false)
  })
