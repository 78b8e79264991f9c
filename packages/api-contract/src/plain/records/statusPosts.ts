// Written by `npm run openapi`. Do not edit.

/** A new post with its first update. */
export type CreateStatusPost = {
  readonly kind: "incident" | "maintenance"
  readonly title: string
  readonly body: string
  readonly state?:
    | "investigating"
    | "identified"
    | "monitoring"
    | "resolved"
    | "postmortem"
    | "scheduled"
    | "in_progress"
    | "verifying"
    | "completed"
    | "cancelled"
  readonly impact?: "none" | "minor" | "major" | "critical"
  readonly startedAt?: string
  readonly endsAt?: string | null
  readonly movesItself?: boolean
  readonly componentIds?: ReadonlyArray<string>
  readonly displayAt?: string
  readonly components?: ReadonlyArray<{
    readonly componentId: string
    readonly state:
      | "operational"
      | "degraded_performance"
      | "partial_outage"
      | "major_outage"
      | "under_maintenance"
      | null
  }>
  readonly isDraft?: boolean
  readonly notifySubscribers?: boolean
}

/** A new update to a post. */
export type CreateStatusUpdate = {
  readonly state:
    | "investigating"
    | "identified"
    | "monitoring"
    | "resolved"
    | "postmortem"
    | "scheduled"
    | "in_progress"
    | "verifying"
    | "completed"
    | "cancelled"
  readonly body: string
  readonly displayAt?: string
  readonly components?: ReadonlyArray<{
    readonly componentId: string
    readonly state:
      | "operational"
      | "degraded_performance"
      | "partial_outage"
      | "major_outage"
      | "under_maintenance"
      | null
  }>
  readonly isDraft?: boolean
  readonly notifySubscribers?: boolean
}

/** A post on a status page: an incident or planned maintenance. */
export type StatusPost = {
  readonly id: string
  readonly kind: "incident" | "maintenance"
  readonly title: string
  readonly state:
    | "investigating"
    | "identified"
    | "monitoring"
    | "resolved"
    | "postmortem"
    | "scheduled"
    | "in_progress"
    | "verifying"
    | "completed"
    | "cancelled"
  readonly impact: "none" | "minor" | "major" | "critical"
  readonly isDraft: boolean
  readonly isAutomatic: boolean
  readonly startedAt: string
  readonly endsAt: string | null
  readonly movesItself: boolean
  readonly componentIds: ReadonlyArray<string>
  readonly updates: ReadonlyArray<StatusPostUpdate>
  readonly publishedAt: string | null
  readonly createdAt: string
  readonly updatedAt: string
}

/** What an update says about a component. */
export type StatusPostChange = {
  readonly componentId: string
  readonly state:
    | "operational"
    | "degraded_performance"
    | "partial_outage"
    | "major_outage"
    | "under_maintenance"
    | null
}

/** A post about a monitor's incident, written by Mon for you to review first. It is not saved. */
export type StatusPostDraft = {
  readonly incidentId: string
  readonly monitorName: string
  readonly title: string
  readonly state: "investigating" | "identified" | "monitoring" | "resolved"
  readonly impact: "none" | "minor" | "major" | "critical"
  readonly body: string
  readonly startedAt: string
  readonly componentIds: ReadonlyArray<string>
}

/** An update to a post. */
export type StatusPostUpdate = {
  readonly id: string
  readonly state:
    | "investigating"
    | "identified"
    | "monitoring"
    | "resolved"
    | "postmortem"
    | "scheduled"
    | "in_progress"
    | "verifying"
    | "completed"
    | "cancelled"
  readonly body: string
  readonly displayAt: string
  readonly isDraft: boolean
  readonly notifySubscribers: boolean | null
  readonly components: ReadonlyArray<StatusPostChange>
  readonly author: string | null
  readonly createdAt: string
  readonly updatedAt: string
}

/** The fields to change. Setting `isDraft` to false publishes the post with all of its drafts. */
export type UpdateStatusPost = {
  readonly title?: string
  readonly impact?: "none" | "minor" | "major" | "critical"
  readonly startedAt?: string
  readonly endsAt?: string | null
  readonly movesItself?: boolean
  readonly componentIds?: ReadonlyArray<string>
  readonly isDraft?: boolean
  readonly notifySubscribers?: boolean
}

/**
 * The fields to change. Setting `isDraft` to false publishes the update. `components` can be changed only in a
 * draft.
 */
export type UpdateStatusUpdate = {
  readonly state?:
    | "investigating"
    | "identified"
    | "monitoring"
    | "resolved"
    | "postmortem"
    | "scheduled"
    | "in_progress"
    | "verifying"
    | "completed"
    | "cancelled"
  readonly body?: string
  readonly displayAt?: string
  readonly components?: ReadonlyArray<{
    readonly componentId: string
    readonly state:
      | "operational"
      | "degraded_performance"
      | "partial_outage"
      | "major_outage"
      | "under_maintenance"
      | null
  }>
  readonly isDraft?: boolean
  readonly notifySubscribers?: boolean
}
