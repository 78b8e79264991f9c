import type { CreateMarker } from "@mon/api-contract"
import { useQuery } from "@tanstack/react-query"
import { reread } from "../api/accountQueries.ts"
import { change, read } from "../api/client.ts"
import { type Answer, byId } from "../api/endpoints.ts"
import { keys } from "../api/queries.ts"

/** The number of markers that the dialog lists. The list of the domain's events contains all markers. */
const SHOWN = 20

const keyOf = (id: string) => [...keys.domain(id), "markers"] as const

export const useMarkers = (id: string) =>
  useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => read<Answer<"markers", "list">>(byId("/domains", id, `/markers?limit=${SHOWN}`), signal)
  })

const changed = (id: string) => reread(keyOf(id), [...keys.domain(id), "events"])

export const addMarker = async (id: string, marker: CreateMarker): Promise<void> => {
  await change<Answer<"markers", "create">>("POST", byId("/domains", id, "/markers"), marker)
  await changed(id)
}

export const removeMarker = async (id: string, markerId: string): Promise<void> => {
  await change<unknown>("DELETE", byId("/domains", id, `/markers/${encodeURIComponent(markerId)}`))
  await changed(id)
}
