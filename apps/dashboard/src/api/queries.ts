import { QueryClient, useQuery } from "@tanstack/react-query"
import { ApiProblem } from "./client.ts"
import { isLive } from "./liveState.ts"
import { endpoints } from "./endpoints.ts"
import { type Monitor, monitorPath, monitorsOf } from "./monitors.ts"

/** The intervals at which open screens reload data, in milliseconds. */
export const EVERY = { monitors: 10_000, first: 1_000, domain: 15_000, slow: 60_000 } as const

/**
 * The reload intervals while events arrive, in milliseconds. They refresh data that no event reports, such as response
 * times.
 */
const LIVE = { monitors: 300_000, domain: 60_000, slow: 300_000 } as const

export const every = (what: keyof typeof LIVE): number => (isLive() ? LIVE[what] : EVERY[what])

const isWorthRepeating = (count: number, error: unknown): boolean =>
  count < 2 && (!(error instanceof ApiProblem) || error.status === 0 || error.status >= 500)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: isWorthRepeating,
      retryDelay: (count) => 1_000 * 2 ** count,
      staleTime: 5_000,
      // The browser may report that it is offline although the service runs on the same machine and can be reached.
      networkMode: "always"
    },
    mutations: { networkMode: "always" }
  }
})

export const keys = {
  monitors: ["monitors"],
  domain: (id: string) => ["domain", id],
  incidents: ["incidents"],
  branding: ["branding"]
} as const

interface Aborting {
  readonly signal: AbortSignal
}

/** The largest number of monitors for which the list is reloaded every second. */
const FEW = 200

const isWaiting = (monitors: ReadonlyArray<Monitor>): boolean =>
  monitors.some(({ since, state }) => state === "unknown" && since === null)

const monitorsQuery = {
  queryKey: keys.monitors,
  queryFn: ({ signal }: Aborting) => endpoints.monitors(signal)
}
const accountQuery = {
  queryKey: ["account"],
  queryFn: ({ signal }: Aborting) => endpoints.account(signal),
  staleTime: EVERY.slow
}
const statusQuery = { queryKey: ["status"], queryFn: ({ signal }: Aborting) => endpoints.status(signal) }

/**
 * Reads the data that every screen needs. The index file preloads the same URLs, so the responses arrive while the
 * scripts load.
 */
export const readFirst = (): Promise<unknown> =>
  Promise.all([
    queryClient.prefetchQuery(monitorsQuery),
    queryClient.prefetchQuery(accountQuery),
    queryClient.prefetchQuery(statusQuery)
  ])

/** Reads all monitors. While a new monitor waits for its first check, reloads them every second. */
export const useMonitors = () =>
  useQuery({
    ...monitorsQuery,
    select: monitorsOf,
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && data.rows.length <= FEW && isWaiting(monitorsOf(data)) ? EVERY.first : every("monitors")
  })

/**
 * Returns a function that returns the path of a monitor's screen. For a monitor that is not in the list, the function
 * returns the path of a domain's screen.
 */
export const useMonitorPaths = (): ((id: string) => string) => {
  const monitors = useMonitors().data
  return (id) => monitorPath({ id, kind: monitors?.find((monitor) => monitor.id === id)?.kind ?? "domain" })
}

/** Reads the workspace's name and logo, which rarely change. A change in this browser updates the cache at once. */
export const useBranding = () =>
  useQuery({
    queryKey: keys.branding,
    queryFn: ({ signal }) => endpoints.branding(signal),
    staleTime: Number.POSITIVE_INFINITY
  })

export const useAccount = () => useQuery(accountQuery)

export const useStatus = () =>
  useQuery({
    ...statusQuery,
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
