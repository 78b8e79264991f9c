import type { IncidentDetails, KindWithIncidents, TimelineRange } from "@mon/model"
import { useQuery } from "@tanstack/react-query"
import { domainEndpoints } from "./domainEndpoints.ts"
import { incidentEndpoints, type KindWithHistory } from "./kindEndpoints.ts"
import { EVERY, every, keys } from "./queries.ts"

export const useDomain = (id: string) =>
  useQuery({
    queryKey: keys.domain(id),
    queryFn: ({ signal }) => domainEndpoints.get(id, signal),
    refetchInterval: ({ state: { data } }) => (data?.status === "unknown" ? EVERY.first : every("domain"))
  })

/** Reads the locations whose results for a domain contradict the results of most other locations. */
export const useAdvisories = (id: string) =>
  useQuery({
    queryKey: [...keys.domain(id), "advisories"],
    queryFn: ({ signal }) => domainEndpoints.advisories(id, signal),
    refetchInterval: () => every("slow")
  })

export const useMonitorIncidents = (kind: KindWithIncidents, id: string) =>
  useQuery({
    queryKey: [kind, id, "incidents"],
    queryFn: ({ signal }) => incidentEndpoints.incidents(kind, id, signal),
    refetchInterval: () => every("slow")
  })

export const useDomainDns = (id: string) =>
  useQuery({
    queryKey: [...keys.domain(id), "dns"],
    queryFn: ({ signal }) => domainEndpoints.dns(id, signal),
    refetchInterval: ({ state: { data } }) => (data?.status === "waiting" ? EVERY.first : every("domain"))
  })

export const useHistory = (kind: KindWithHistory, id: string) =>
  useQuery({
    queryKey: [kind, id, "history"],
    queryFn: ({ signal }) => incidentEndpoints.history(kind, id, signal),
    refetchInterval: () => every("domain")
  })

export const useTimeline = (id: string, range: TimelineRange, kind: KindWithIncidents = "domain") =>
  useQuery({
    queryKey: [kind, id, "timeline", range],
    queryFn: ({ signal }) => incidentEndpoints.timeline(kind, id, range, signal),
    refetchInterval: () => every("slow"),
    // The previous range stays on screen until the new range is loaded.
    placeholderData: (previous, query) => (query?.queryKey[1] === id ? previous : undefined)
  })

/** Returns whether an incident is reloaded at intervals: while the incident is open, or its repair is not closed. */
const isFollowed = ({ repair, status }: IncidentDetails): boolean =>
  status === "open" || (repair !== null && repair.state !== "closed")

export const useIncident = (id: string, enabled: boolean) =>
  useQuery({
    enabled,
    queryKey: ["incident", id],
    queryFn: ({ signal }) => incidentEndpoints.incident(id, signal),
    refetchInterval: ({ state: { data } }) => (data !== undefined && isFollowed(data) ? every("domain") : false)
  })
