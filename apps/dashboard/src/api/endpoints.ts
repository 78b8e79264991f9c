import type {
  EndpointName,
  EndpointOf,
  EndpointOutput,
  GroupName,
  MonApi,
  UpdateBranding,
  UpdateSettings
} from "@mon/api-contract"
import type {
  Domain,
  DomainTrial,
  Incident,
  IncidentDetails,
  IncidentRepair,
  Repair,
  MonitorList,
  Branding,
  Settings,
  TimelineRange
} from "@mon/model"
import { change, read } from "./client.ts"

type Api = typeof MonApi

/** The type of `data` in an endpoint's response, from the contract. */
export type Answer<Group extends GroupName<Api>, Name extends EndpointName<Api, Group>> =
  EndpointOutput<EndpointOf<Api, Group, Name>> extends { readonly data: infer Data } ? Data : never

/** Returns the path of one object. */
export const byId = (path: string, id: string, rest = "") => `${path}/${encodeURIComponent(id)}${rest}`

/** The ranges of a timeline. */
export const ranges = ["24h", "7d", "30d", "90d"] as const satisfies ReadonlyArray<TimelineRange>

/** API calls of several screens. Their paths are those of the contract. */
export const endpoints = {
  account: (signal?: AbortSignal) => read<Answer<"account", "get">>("/account", signal),
  status: (signal?: AbortSignal) => read<Answer<"dashboard", "status">>("/status", signal),
  incidents: (signal?: AbortSignal) => read<Answer<"dashboard", "incidents">>("/incidents?limit=50", signal),
  monitors: (signal?: AbortSignal) => read<MonitorList>("/monitors", signal),
  tags: (signal?: AbortSignal) => read<Answer<"tags", "list">>("/tags", signal),
  createTag: (name: string) => change<Answer<"tags", "create">>("POST", "/tags", { name }),
  pauseState: (signal?: AbortSignal) =>
    read<Answer<"notifications", "pauseStatus">>("/notifications/pause-status", signal),
  resumeAlerts: () => change<Answer<"notifications", "resume">>("POST", "/notifications/resume"),
  pauseAlerts: (until: string | null = null) =>
    change<Answer<"notifications", "pause">>("POST", "/notifications/pause", { until }),

  domain: (id: string, signal?: AbortSignal) => read<Domain>(byId("/domains", id), signal),
  createDomain: (url: string, options: Readonly<Record<string, unknown>>) =>
    change<Domain>("POST", "/domains", { ...options, url }),
  tryDomain: (url: string, options: Readonly<Record<string, unknown>>) =>
    change<DomainTrial>("POST", "/domains/try", { ...options, url }),
  tryDomainChange: (id: string, changes: Readonly<Record<string, unknown>>) =>
    change<DomainTrial>("POST", byId("/domains", id, "/try"), changes),
  updateDomain: (id: string, changes: Readonly<Record<string, unknown>>) =>
    change<Domain>("PATCH", byId("/domains", id), changes),
  pauseDomain: (id: string) => change<Domain>("POST", byId("/domains", id, "/pause")),
  resumeDomain: (id: string) => change<Domain>("POST", byId("/domains", id, "/resume")),
  undoDomainPause: (id: string) => change<Domain>("POST", byId("/domains", id, "/resume?undo=true")),
  setDomainTags: (id: string, tagIds: ReadonlyArray<string>) =>
    change<Domain>("PUT", byId("/domains", id, "/tags"), { tagIds }),
  updateDomains: (domainIds: ReadonlyArray<string>, updates: Readonly<Record<string, unknown>>) =>
    change<Answer<"domains", "bulkUpdate">>("PATCH", "/domains/bulk", { domainIds, updates }),
  deleteDomains: (domainIds: ReadonlyArray<string>) =>
    change<Answer<"domains", "bulkRemove">>("DELETE", "/domains/bulk", { domainIds, confirmation: "DELETE" }),
  advisories: (id: string, signal?: AbortSignal) =>
    read<Answer<"domains", "advisories">>(byId("/domains", id, "/advisories"), signal),
  dns: (id: string, signal?: AbortSignal) => read<Answer<"domains", "dns">>(byId("/domains", id, "/dns"), signal),
  history: (id: string, signal?: AbortSignal) =>
    read<Answer<"domains", "history">>(byId("/domains", id, "/history"), signal),
  emailHealth: (id: string, fresh: boolean, reportsReviewed: boolean) =>
    change<Answer<"emailHealth", "ofDomain">>(
      "POST",
      byId("/domains", id, `/email-health?fresh=${fresh}${reportsReviewed ? "&reportsReviewed=true" : ""}`)
    ),

  settings: (signal?: AbortSignal) => read<Settings>("/settings", signal),
  branding: (signal?: AbortSignal) => read<Branding>("/settings/branding", signal),
  updateBranding: (changes: UpdateBranding) => change<Branding>("PATCH", "/settings/branding", changes),
  updateSettings: (changes: UpdateSettings) => change<Settings>("PATCH", "/settings", changes),

  incident: (id: string, signal?: AbortSignal) => read<IncidentDetails>(byId("/incidents", id), signal),
  acknowledge: (id: string, note: string | null) =>
    change<Incident>("POST", byId("/incidents", id, "/acknowledge"), { note }),
  verifyIncident: (id: string) => change<IncidentRepair>("POST", byId("/incidents", id, "/verify")),
  verifyDomainRepair: (id: string, repairId: string) =>
    change<Repair>("POST", byId("/domains", id, `/repairs/${encodeURIComponent(repairId)}/verify`)),
  dismissDomainRepair: (id: string, repairId: string) =>
    change<Repair>("POST", byId("/domains", id, `/repairs/${encodeURIComponent(repairId)}/dismiss`)),
  unacknowledge: (id: string) => change<Incident>("DELETE", byId("/incidents", id, "/acknowledge"))
} as const
