import type { SimulationRecord } from "@mon/api-contract"
import type { SimulationCredits, SimulationEstimate, SimulationJob, SimulationShare } from "@mon/model"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { change, read } from "../api/client.ts"
import { byId } from "../api/endpoints.ts"
import { queryClient } from "../api/queries.ts"

/** The interval at which a running simulation is reloaded, in milliseconds. */
const RUNNING_MS = 3_000
const SLOW_MS = 60_000
export const PAGE_SIZE = 50

const SIMULATIONS = ["simulations"] as const
const jobKey = (id: string) => [...SIMULATIONS, "job", id] as const

export interface Campaign {
  readonly sendingDomains: ReadonlyArray<string>
  readonly prospectEntries: ReadonlyArray<string>
}

export const isRunning = ({ status }: Pick<SimulationJob, "status">): boolean =>
  status === "queued" || status === "processing"

export const useSimulations = (page: number) =>
  useQuery({
    queryKey: [...SIMULATIONS, "list", page],
    queryFn: ({ signal }) =>
      read<ReadonlyArray<SimulationJob>>(`/campaign-simulations?page=${page}&limit=${PAGE_SIZE}`, signal),
    refetchInterval: ({ state: { data } }) => (data?.some(isRunning) === true ? RUNNING_MS : SLOW_MS),
    placeholderData: keepPreviousData
  })

export const useSimulation = (id: string) =>
  useQuery({
    queryKey: jobKey(id),
    queryFn: ({ signal }) => read<SimulationRecord>(byId("/campaign-simulate", id), signal),
    refetchInterval: ({ state: { data } }) => (data === undefined || isRunning(data) ? RUNNING_MS : false)
  })

export const useCredits = () =>
  useQuery({
    queryKey: [...SIMULATIONS, "credits"],
    queryFn: ({ signal }) => read<SimulationCredits>("/simulation-credits", signal)
  })

/** Reads the price of a campaign. `version` identifies the campaign's entries, which are too many for a cache key. */
export const useEstimate = (campaign: Campaign, version: number, enabled: boolean) =>
  useQuery({
    queryKey: ["simulation-estimate", campaign.sendingDomains, version],
    queryFn: () => change<SimulationEstimate>("POST", "/campaign-simulate/estimate", campaign),
    placeholderData: keepPreviousData,
    staleTime: SLOW_MS,
    retry: false,
    enabled
  })

export const startSimulation = async (campaign: Campaign, name: string): Promise<SimulationRecord> => {
  const started = await change<SimulationRecord>("POST", "/campaign-simulate", {
    ...campaign,
    ...(name === "" ? {} : { name })
  })
  queryClient.setQueryData(jobKey(started.jobId), started)
  void queryClient.invalidateQueries({ queryKey: [...SIMULATIONS, "list"] })
  void queryClient.invalidateQueries({ queryKey: [...SIMULATIONS, "credits"] })
  return started
}

/** Returns the URL of a CSV file. The session cookie of the browser is enough to download the file. */
export const csvPath = (id: string, type: "campaign" | "sender" | "suggestion"): string =>
  `/api/v1${byId("/campaign-simulate", id)}/download/${type}`

export const useShare = (id: string, enabled: boolean) =>
  useQuery({
    queryKey: [...jobKey(id), "share"],
    queryFn: () => change<SimulationShare>("POST", byId("/campaign-simulate", id, "/share-info")),
    enabled
  })

/** Creates a new share link. Earlier links become invalid. */
export const renewShare = async (id: string): Promise<void> => {
  const share = await change<SimulationShare>("POST", byId("/campaign-simulate", id, "/revoke-share"))
  queryClient.setQueryData([...jobKey(id), "share"], share)
}

/**
 * Returns the senders and entries of an earlier simulation as texts for the wizard, taken from the simulation's record
 * and its CSV file.
 */
export const earlierCampaign = async (
  id: string
): Promise<{ readonly senders: ReadonlyArray<string>; readonly csv: string; readonly name: string }> => {
  const job = await read<SimulationRecord>(byId("/campaign-simulate", id))
  const response = await fetch(csvPath(id, "campaign"), { credentials: "same-origin" })
  return { senders: job.sendingDomains, csv: response.ok ? await response.text() : "", name: job.name }
}
