import type { EndpointName, EndpointOf, EndpointOutput, GroupName, MonApi } from "@mon/api-contract"
import type { Domain, Incident } from "@mon/model"
import { change, read } from "./client.ts"

type Api = typeof MonApi

/** The `data` of an endpoint's answer, from the contract. */
type Answer<Group extends GroupName<Api>, Name extends EndpointName<Api, Group>> =
  EndpointOutput<EndpointOf<Api, Group, Name>> extends { readonly data: infer Data } ? Data : never

const byId = (path: string, id: string, rest = "") => `${path}/${encodeURIComponent(id)}${rest}`

/** The answer of `GET /monitors`: one list of field names, rows as arrays in that order. Times are Unix seconds. */
export interface MonitorTable {
  readonly at: number
  readonly tags: ReadonlyArray<{ readonly id: string; readonly name: string; readonly color: string }>
  readonly fields: ReadonlyArray<string>
  readonly rows: ReadonlyArray<ReadonlyArray<unknown>>
}

/** A period of the response chart. Null: no check passed in it. */
export interface TimelineBucket {
  readonly from: string
  readonly checks: number
  readonly failures: number
  readonly p50: number | null
  readonly p95: number | null
  readonly p99: number | null
  readonly phases: {
    readonly dnsMs: number | null
    readonly connectMs: number | null
    readonly tlsMs: number | null
    readonly waitMs: number | null
    readonly downloadMs: number | null
  } | null
}

/** The answer of `GET /domains/:id/timeline`. A day without uptime was not watched. */
export interface Timeline {
  readonly days: ReadonlyArray<{ readonly day: string; readonly uptime: number | null }>
  readonly buckets: ReadonlyArray<TimelineBucket>
}

/** The ranges of a timeline. */
export const ranges = ["24h", "7d", "30d", "90d"] as const
export type Range = (typeof ranges)[number]

/** Every call that the dashboard makes. The paths are the contract's. */
export const endpoints = {
  account: (signal?: AbortSignal) => read<Answer<"account", "get">>("/account", signal),
  status: (signal?: AbortSignal) => read<Answer<"dashboard", "status">>("/status", signal),
  incidents: (signal?: AbortSignal) => read<Answer<"dashboard", "incidents">>("/incidents?limit=50", signal),
  monitors: (signal?: AbortSignal) => read<MonitorTable>("/monitors", signal),
  tags: (signal?: AbortSignal) => read<Answer<"tags", "list">>("/tags", signal),
  createTag: (name: string) => change<Answer<"tags", "create">>("POST", "/tags", { name }),
  pauseState: (signal?: AbortSignal) =>
    read<Answer<"notifications", "pauseStatus">>("/notifications/pause-status", signal),
  resumeAlerts: () => change<Answer<"notifications", "resume">>("POST", "/notifications/resume"),
  pauseAlerts: () => change<Answer<"notifications", "pause">>("POST", "/notifications/pause"),

  domain: (id: string, signal?: AbortSignal) => read<Domain>(byId("/domains", id), signal),
  createDomain: (url: string) => change<Domain>("POST", "/domains", { url }),
  updateDomain: (id: string, changes: Readonly<Record<string, unknown>>) =>
    change<Domain>("PATCH", byId("/domains", id), changes),
  pauseDomain: (id: string) => change<Domain>("POST", byId("/domains", id, "/pause")),
  resumeDomain: (id: string) => change<Domain>("POST", byId("/domains", id, "/resume")),
  setDomainTags: (id: string, tagIds: ReadonlyArray<string>) =>
    change<Domain>("PUT", byId("/domains", id, "/tags"), { tagIds }),
  setInterval: (domainIds: ReadonlyArray<string>, checkInterval: number) =>
    change<Answer<"domains", "bulkUpdate">>("PATCH", "/domains/bulk", { domainIds, updates: { checkInterval } }),
  deleteDomains: (domainIds: ReadonlyArray<string>) =>
    change<Answer<"domains", "bulkRemove">>("DELETE", "/domains/bulk", { domainIds, confirmation: "DELETE" }),
  domainIncidents: (id: string, signal?: AbortSignal) =>
    read<ReadonlyArray<Incident>>(byId("/domains", id, "/incidents"), signal),
  history: (id: string, signal?: AbortSignal) =>
    read<Answer<"domains", "history">>(byId("/domains", id, "/history"), signal),
  timeline: (id: string, range: Range, signal?: AbortSignal) =>
    read<Timeline>(byId("/domains", id, `/timeline?range=${range}`), signal),
  emailHealth: (id: string, fresh: boolean) =>
    change<Answer<"emailHealth", "ofDomain">>("POST", byId("/domains", id, `/email-health?fresh=${fresh}`)),

  incident: (id: string, signal?: AbortSignal) => read<Incident>(byId("/incidents", id), signal)
} as const
