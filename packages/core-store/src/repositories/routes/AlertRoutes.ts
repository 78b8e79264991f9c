import type { AlertRoute, AlertSeverity, RoutedFactKind, RoutePerson, RouteScope, RouteStep } from "@mon/model"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../sql/StoreError.ts"
import type { AccessScope } from "../access/AccessScope.ts"

/** What a person decides of a route. */
export interface RouteDraft {
  readonly name: string
  readonly kinds: ReadonlyArray<RoutedFactKind>
  readonly severities: ReadonlyArray<AlertSeverity>
  readonly scope: RouteScope
  readonly monitorIds: ReadonlyArray<string>
  readonly tagIds: ReadonlyArray<string>
  readonly steps: ReadonlyArray<RouteStep>
  readonly reminderMinutes: number | null
}

/** Where a route stands; absent: it stays, and a new one is the last. */
interface Placed {
  /** From 0. Beyond the end: the last. */
  readonly position?: number
}

/** A route to create. */
export type NewRoute = RouteDraft & Placed & { readonly id: string }

/** A change of a route. Absent fields stay. */
export type RoutePatch = Partial<RouteDraft> & Placed

/** A saved route, or what the account does not have. */
export type SaveRouteResult =
  | { readonly _tag: "Saved"; readonly route: AlertRoute }
  | { readonly _tag: "LimitReached" }
  | { readonly _tag: "Absent" }
  | { readonly _tag: "NoMonitor" }
  | { readonly _tag: "NoTag" }
  /** A target is neither a channel nor a member of the account. */
  | { readonly _tag: "NoTarget" }

/** The alert routes of an account. Absent, foreign and malformed ids give the same result. */
export class AlertRoutes extends Context.Service<
  AlertRoutes,
  {
    /** Whom routes can name: the owner first, then members, the longest-standing ones first. */
    readonly people: (scope: AccessScope) => Effect.Effect<ReadonlyArray<RoutePerson>, StoreError>
    /** By position. */
    readonly list: (scope: AccessScope) => Effect.Effect<ReadonlyArray<AlertRoute>, StoreError>
    /** The limit is enforced under concurrent creates. */
    readonly create: (scope: AccessScope, route: NewRoute, limit: number) => Effect.Effect<SaveRouteResult, StoreError>
    /** The change applies at once, also to alerts that the route is about to send. */
    readonly update: (scope: AccessScope, id: string, patch: RoutePatch) => Effect.Effect<SaveRouteResult, StoreError>
    /** False when there is no such route. An alert of which nothing is sent yet takes another route. */
    readonly remove: (scope: AccessScope, id: string) => Effect.Effect<boolean, StoreError>
  }
>()("@mon/core-store/AlertRoutes") {}
