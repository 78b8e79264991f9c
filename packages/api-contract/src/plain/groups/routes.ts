// Written by `npm run openapi`. Do not edit.
import type { RequestOptions } from "../Paged.ts"
import type { AlertRoute, CreateRoute, RoutePerson, RouteSimulation, UpdateRoute } from "../records/routes.ts"
import type { Deleted } from "../records/several.ts"

/** The requests about routes. */
export interface RoutesRequests {
  /** List routes */
  readonly list: (options?: RequestOptions) => Promise<ReadonlyArray<AlertRoute>>
  /** Create a route */
  readonly create: (body: CreateRoute, options?: RequestOptions) => Promise<AlertRoute>
  /** List the people whom routes can notify */
  readonly people: (options?: RequestOptions) => Promise<ReadonlyArray<RoutePerson>>
  /** Simulate an alert */
  readonly simulation: (
    query: {
      readonly monitorId: string
      readonly kind?:
        | "down"
        | "degraded"
        | "flapping"
        | "page_changed"
        | "page_error"
        | "dns_changed"
        | "checks_stopped"
        | "certificate_expiring"
        | "certificate_invalid"
        | "domain_expiring"
        | "email_health_alert"
      readonly at?: string
    },
    options?: RequestOptions
  ) => Promise<RouteSimulation>
  /** Change a route */
  readonly update: (id: string, body: UpdateRoute, options?: RequestOptions) => Promise<AlertRoute>
  /** Delete a route */
  readonly remove: (id: string, options?: RequestOptions) => Promise<Deleted>
}
