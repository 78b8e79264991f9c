import type {
  Incident,
  MaintenanceState,
  NotificationType,
  PostFilter,
  RoutedFactKind,
  SubscriberState
} from "@mon/model"

/** Which page of a list. */
export interface PageRequest {
  readonly page?: number
  /** 1 to 50, default 10. */
  readonly limit?: number
}

/** Which incidents. */
export interface IncidentQuery {
  readonly limit?: number
  readonly state?: Incident["status"]
  /** The id of the last incident of the page before. */
  readonly before?: string
}

/** Which maintenance windows. */
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

/** Which posts of a status page. */
export interface StatusPostQuery {
  readonly page?: number
  /** 1 to 100, default 20. */
  readonly limit?: number
  readonly state?: PostFilter
}

/** Which subscribers of a status page. */
export interface StatusSubscriberQuery {
  readonly page?: number
  /** 1 to 100, default 20. */
  readonly limit?: number
  readonly state?: SubscriberState
}

/** Which notifications. */
export interface NotificationQuery {
  readonly type?: NotificationType
  /** The id of the last notification of the page before. */
  readonly before?: string
}

/** Which changes of a page. */
export interface ChangeQuery {
  readonly limit?: number
  /** The id of the last change of the page before. */
  readonly before?: string
}

/** Which alert to simulate. */
export interface RouteSimulationQuery {
  /** A domain or a URL monitor. */
  readonly monitorId: string
  /** Default: `down` for a domain, `page_changed` for a URL monitor. */
  readonly kind?: RoutedFactKind
  /** When it would begin, ISO 8601. Default: now. */
  readonly at?: string
}
