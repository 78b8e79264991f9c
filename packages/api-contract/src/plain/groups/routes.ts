// Written by `npm run openapi`. Do not edit.
import type { RequestOptions } from "../Paged.ts"
import type {
  AlertRoute,
  CreateRoute,
  DeletedRoute,
  RoutePerson,
  RouteSimulation,
  RouteTrial,
  SavedRoute,
  UpdateRoute
} from "../records/routes.ts"

/** The requests about routes. */
export interface RoutesRequests {
  /** List routes */
  readonly list: (options?: RequestOptions) => Promise<ReadonlyArray<AlertRoute>>
  /** Create a route */
  readonly create: (body: CreateRoute, options?: RequestOptions) => Promise<SavedRoute>
  /** List the people whom routes can notify */
  readonly people: (options?: RequestOptions) => Promise<ReadonlyArray<RoutePerson>>
  /** Try a route */
  readonly tryNew: (body: CreateRoute, options?: RequestOptions) => Promise<RouteTrial>
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
  readonly update: (id: string, body: UpdateRoute, options?: RequestOptions) => Promise<SavedRoute>
  /** Delete a route */
  readonly remove: (id: string, options?: RequestOptions) => Promise<DeletedRoute>
  /** Try a change to a route */
  readonly tryChange: (id: string, body: UpdateRoute, options?: RequestOptions) => Promise<RouteTrial>
  /** Try the deletion of a route */
  readonly tryRemoval: (id: string, options?: RequestOptions) => Promise<RouteTrial>
}
