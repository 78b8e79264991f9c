// Written by `npm run openapi`. Do not edit.

/** A new maintenance window. With `name`, `minutes` and `domainIds`, it begins now. */
export type CreateMaintenanceWindow = {
  readonly name: string
  readonly startsAt?: string
  readonly endsAt?: string
  readonly minutes?: number
  readonly timezone?: string
  readonly recurrence?: string | null
  readonly wholeAccount?: boolean
  readonly domainIds?: ReadonlyArray<string>
  readonly urlIds?: ReadonlyArray<string>
  readonly tagIds?: ReadonlyArray<string>
  readonly published?: boolean
}

/** One occurrence of a maintenance window. */
export type MaintenanceOccurrence = { readonly startsAt: string; readonly endsAt: string }

/** The next occurrences of a maintenance window. */
export type MaintenancePreview = {
  readonly recurrence: string | null
  readonly occurrences: ReadonlyArray<MaintenanceOccurrence>
}

/** A period in which alerts are suppressed. */
export type MaintenanceWindow = {
  readonly id: string
  readonly name: string
  readonly state: "active" | "scheduled" | "stopped" | "ended"
  readonly startsAt: string
  readonly minutes: number
  readonly timezone: string
  readonly recurrence: string | null
  readonly wholeAccount: boolean
  readonly domainIds: ReadonlyArray<string>
  readonly urlIds: ReadonlyArray<string>
  readonly tagIds: ReadonlyArray<string>
  readonly published: boolean
  readonly current: MaintenanceOccurrence | null
  readonly next: MaintenanceOccurrence | null
  readonly canEdit: boolean
  readonly createdAt: string
  readonly endedAt: string | null
}

/** The fields to change. Fields that are absent stay unchanged. */
export type UpdateMaintenanceWindow = {
  readonly name?: string
  readonly startsAt?: string
  readonly endsAt?: string
  readonly minutes?: number
  readonly timezone?: string
  readonly recurrence?: string | null
  readonly wholeAccount?: boolean
  readonly domainIds?: ReadonlyArray<string>
  readonly urlIds?: ReadonlyArray<string>
  readonly tagIds?: ReadonlyArray<string>
  readonly published?: boolean
}
