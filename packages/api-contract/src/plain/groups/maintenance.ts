// Written by `npm run openapi`. Do not edit.
import type { Paged, RequestOptions } from "../Paged.ts"
import type {
  CreateMaintenanceWindow,
  MaintenancePreview,
  MaintenanceWindow,
  UpdateMaintenanceWindow
} from "../records/maintenance.ts"
import type { Deleted } from "../records/several.ts"

/** The requests about maintenance. */
export interface MaintenanceRequests {
  /** List maintenance windows */
  readonly list: (
    query?: {
      readonly page?: number
      readonly limit?: number
      readonly state?: "active" | "scheduled" | "stopped" | "ended"
    },
    options?: RequestOptions
  ) => Paged<MaintenanceWindow>
  /** Create a maintenance window */
  readonly create: (body: CreateMaintenanceWindow, options?: RequestOptions) => Promise<MaintenanceWindow>
  /** Preview a maintenance window */
  readonly preview: (
    query?: {
      readonly startsAt?: string
      readonly timezone?: string
      readonly recurrence?: string
      readonly minutes?: number
    },
    options?: RequestOptions
  ) => Promise<MaintenancePreview>
  /** One maintenance window */
  readonly get: (id: string, options?: RequestOptions) => Promise<MaintenanceWindow>
  /** Change a maintenance window */
  readonly update: (id: string, body: UpdateMaintenanceWindow, options?: RequestOptions) => Promise<MaintenanceWindow>
  /** Delete a maintenance window */
  readonly remove: (id: string, options?: RequestOptions) => Promise<Deleted>
  /** End the active occurrence */
  readonly end: (id: string, options?: RequestOptions) => Promise<MaintenanceWindow>
}
