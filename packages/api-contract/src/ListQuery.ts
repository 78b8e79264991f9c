import type {
  Incident,
  MaintenanceState,
  NotificationType,
  PostFilter,
  RoutedFactKind,
  SubscriberState
} from "@mon/model"

/** The query for one page of a list. */
export interface PageRequest {
  readonly page?: number
  /** 1 to 50, default 10. */
  readonly limit?: number
}

/** The query for a list of incidents. */
export interface IncidentQuery {
  readonly limit?: number
  readonly state?: Incident["status"]
  /** The id of the last incident of the page before. */
  readonly before?: string
}

/** The query for a list of maintenance windows. */
export interface MaintenanceQuery {
  readonly page?: number
  /** 1 to 100, default 50. */
  readonly limit?: number
  readonly state?: MaintenanceState
}

/** A maintenance window that need not exist. */
export interface MaintenanceDraft {
  /** ISO 8601, default: now. */
  readonly startsAt?: string
  readonly minutes?: number
  readonly timezone?: string
  readonly recurrence?: string
}

/** The query for a list of posts of a status page. */
export interface StatusPostQuery {
  readonly page?: number
  /** 1 to 100, default 20. */
  readonly limit?: number
  readonly state?: PostFilter
}

/** The query for a list of subscribers of a status page. */
export interface StatusSubscriberQuery {
  readonly page?: number
  /** 1 to 100, default 20. */
  readonly limit?: number
  readonly state?: SubscriberState
}

/** The query for a list of notifications. */
export interface NotificationQuery {
  readonly type?: NotificationType
  /** The id of the last notification of the page before. */
  readonly before?: string
}

/** The query for a list of changes of a page. */
export interface ChangeQuery {
  readonly limit?: number
  /** The id of the last change of the page before. */
  readonly before?: string
}

/** The query for a simulation of routes: the alert, and when it would begin. */
export interface RouteSimulationQuery {
  /** A domain or a URL monitor. */
  readonly monitorId: string
  /** Default: `down` for a domain, `page_changed` for a URL monitor. */
  readonly kind?: RoutedFactKind
  /** The time at which the alert would begin, ISO 8601. Default: now. */
  readonly at?: string
}
