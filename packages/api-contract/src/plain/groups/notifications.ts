// Written by `npm run openapi`. Do not edit.
import type { Paged, RequestOptions } from "../Paged.ts"
import type {
  Notification,
  NotificationDelivery,
  PauseAlerts,
  PauseState,
  PendingCount
} from "../records/notifications.ts"

/** The requests about notifications. */
export interface NotificationsRequests {
  /** List notifications */
  readonly list: (
    query?: {
      readonly page?: number
      readonly limit?: number
      readonly type?:
        | "status_change"
        | "ssl_expiry"
        | "ssl_invalid"
        | "domain_expiry"
        | "email_health_alert"
        | "email_health_recovery"
        | "weekly_report"
      readonly before?: string
    },
    options?: RequestOptions
  ) => Paged<Notification>
  /** Count pending notifications */
  readonly unread: (options?: RequestOptions) => Promise<PendingCount>
  /** Deliveries of a notification */
  readonly deliveries: (id: string, options?: RequestOptions) => Promise<ReadonlyArray<NotificationDelivery>>
  /** Pause alerts */
  readonly pause: (body: PauseAlerts, options?: RequestOptions) => Promise<PauseState>
  /** Resume alerts */
  readonly resume: (options?: RequestOptions) => Promise<PauseState>
  /** Whether alerts are paused */
  readonly pauseStatus: (options?: RequestOptions) => Promise<PauseState>
}
