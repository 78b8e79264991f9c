import type { Indicator } from "../pageState.ts"
import type { ComponentState, Impact, PostState } from "../StatusPageDocument.ts"

/** The field `page`, which every answer of Statuspage's public API (version 2) contains. */
export interface StatuspagePage {
  readonly id: string
  readonly name: string
  readonly url: string
  readonly time_zone: string
  readonly updated_at: string
}

export interface StatuspageStatus {
  readonly indicator: Indicator
  readonly description: string
}

export type StatuspageComponentStatus = Exclude<ComponentState, "unknown">

export interface StatuspageComponent {
  readonly id: string
  readonly name: string
  readonly status: StatuspageComponentStatus
  readonly created_at: string
  readonly updated_at: string
  readonly position: number
  readonly description: string | null
  readonly showcase: boolean
  readonly start_date: string | null
  readonly group_id: string | null
  readonly page_id: string
  readonly group: boolean
  readonly only_show_if_degraded: boolean
  readonly components?: ReadonlyArray<string>
}

export interface StatuspageUpdate {
  readonly id: string
  readonly status: Exclude<PostState, "cancelled">
  readonly body: string
  readonly incident_id: string
  readonly created_at: string
  readonly updated_at: string
  readonly display_at: string
  readonly affected_components: ReadonlyArray<{
    readonly code: string
    readonly name: string
    readonly old_status: StatuspageComponentStatus
    readonly new_status: StatuspageComponentStatus
  }> | null
  readonly deliver_notifications: boolean
}

export interface StatuspageIncident {
  readonly id: string
  readonly name: string
  readonly status: Exclude<PostState, "cancelled">
  readonly created_at: string
  readonly updated_at: string
  readonly monitoring_at: string | null
  readonly resolved_at: string | null
  readonly impact: Impact | "maintenance"
  readonly shortlink: string
  readonly started_at: string
  readonly page_id: string
  readonly incident_updates: ReadonlyArray<StatuspageUpdate>
  readonly components: ReadonlyArray<StatuspageComponent>
}

export interface StatuspageMaintenance extends StatuspageIncident {
  readonly scheduled_for: string
  readonly scheduled_until: string
}
