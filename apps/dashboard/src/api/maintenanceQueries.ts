import type { CreateMaintenanceWindow, UpdateMaintenanceWindow } from "@mon/api-contract"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { reread } from "./accountQueries.ts"
import { kindNames } from "./generalKinds.ts"
import { change, read } from "./client.ts"
import type { Answer } from "./endpoints.ts"

const PATH = "/maintenance-windows"
/** The largest number of maintenance windows that the list shows. The API allows no larger number. */
const LISTED = 100
const OFTEN = 15_000

const byId = (id: string, rest = "") => `${PATH}/${encodeURIComponent(id)}${rest}`

export const maintenanceEndpoints = {
  list: (signal?: AbortSignal) => read<Answer<"maintenance", "list">>(`${PATH}?limit=${LISTED}`, signal),
  preview: (draft: Readonly<Record<string, string>>, signal?: AbortSignal) =>
    read<Answer<"maintenance", "preview">>(`${PATH}/preview?${new URLSearchParams(draft).toString()}`, signal),
  create: (window: CreateMaintenanceWindow) => change<Answer<"maintenance", "create">>("POST", PATH, window),
  update: (id: string, changes: UpdateMaintenanceWindow) =>
    change<Answer<"maintenance", "update">>("PATCH", byId(id), changes),
  end: (id: string) => change<Answer<"maintenance", "end">>("POST", byId(id, "/end")),
  remove: (id: string) => change<unknown>("DELETE", byId(id))
}

export const useMaintenanceWindows = () =>
  useQuery({
    queryKey: ["maintenance"],
    queryFn: ({ signal }) => maintenanceEndpoints.list(signal),
    refetchInterval: OFTEN
  })

/**
 * Reads the next occurrences of a maintenance window, even if the window is not saved yet. A null draft reads nothing.
 */
export const useMaintenancePreview = (draft: Readonly<Record<string, string>> | null) =>
  useQuery({
    queryKey: ["maintenance-preview", draft],
    queryFn: ({ signal }) => maintenanceEndpoints.preview(draft ?? {}, signal),
    enabled: draft !== null,
    placeholderData: keepPreviousData,
    retry: false
  })

export const rereadMaintenance = () =>
  reread(["maintenance"], ["monitors"], ["timeline"], ...kindNames.map((kind) => [kind]))
