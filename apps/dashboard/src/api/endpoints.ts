import type {
  EndpointName,
  EndpointOf,
  EndpointOutput,
  GroupName,
  MonApi,
  UpdateBranding,
  UpdateSettings
} from "@mon/api-contract"
import type { MonitorList, Branding, Settings } from "@mon/model"
import { change, read } from "./client.ts"

type Api = typeof MonApi

/** The type of `data` in an endpoint's response, from the contract. */
export type Answer<Group extends GroupName<Api>, Name extends EndpointName<Api, Group>> =
  EndpointOutput<EndpointOf<Api, Group, Name>> extends { readonly data: infer Data } ? Data : never

export const byId = (path: string, id: string, rest = "") => `${path}/${encodeURIComponent(id)}${rest}`

/** The API calls that several screens use. */
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

  settings: (signal?: AbortSignal) => read<Settings>("/settings", signal),
  branding: (signal?: AbortSignal) => read<Branding>("/settings/branding", signal),
  updateBranding: (changes: UpdateBranding) => change<Branding>("PATCH", "/settings/branding", changes),
  updateSettings: (changes: UpdateSettings) => change<Settings>("PATCH", "/settings", changes)
} as const
