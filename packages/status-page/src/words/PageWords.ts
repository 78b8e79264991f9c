import type { Headline } from "../pageState.ts"
import type { ComponentState, Impact, PostState } from "../StatusPageDocument.ts"

export interface Words {
  readonly headlines: Readonly<Record<Headline, string>>
  readonly components: Readonly<Record<ComponentState, string>>
  readonly posts: Readonly<Record<PostState, string>>
  readonly impacts: Readonly<Record<Impact, string>>
  /** Returns the title of a page, such as "Status of Acme". */
  readonly statusOf: (name: string) => string
  readonly skip: string
  readonly openIncidents: string
  readonly activeMaintenance: string
  readonly plannedMaintenance: string
  readonly noPlannedMaintenance: string
  /** The name that is shown for maintenance whose own title is not shown. */
  readonly maintenance: string
  readonly componentsHeading: string
  readonly pastIncidents: string
  readonly noIncidents: (days: number) => string
  readonly history: string
  readonly noHistory: string
  readonly affected: string
  readonly since: string
  readonly updated: string
  readonly scheduled: string
  /** The word that precedes the next time of recurring maintenance. */
  readonly next: string
  /** The note for recurring maintenance whose rule cannot be written in words. */
  readonly recurs: string
  readonly began: string
  readonly ended: string
  readonly to: string
  readonly uptime: (percent: string, days: number) => string
  readonly noUptime: string
  readonly excluded: string
  readonly ofMaintenance: string
  readonly ofUnwatched: string
  readonly daysAgo: (days: number) => string
  readonly today: string
  readonly days: string
  readonly down: string
  readonly more: (count: number) => string
  readonly rule: string
  readonly legend: Readonly<Record<"up" | "minor" | "major" | "maintenance" | "none", string>>
  readonly subscribe: string
  readonly subscribeHow: string
  readonly calendar: string
  readonly back: string
  readonly links: string
  readonly setByPeople: string
  readonly monitors: string
  readonly timesIn: (zone: string) => string
  readonly units: Readonly<Record<"day" | "hour" | "minute" | "second", (count: number) => string>>
  readonly statusLabel: string
  readonly uptimeLabel: string
}
