import type { Language, Timeline, TimelineRange, UrlTimeline } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { StoreError } from "../../sql/StoreError.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import { type EventPage, listTimelineEvents, type StoredEvent } from "./listEvents.ts"
import { readDomainTimeline, readUrlTimeline } from "./readTimeline.ts"
import { rollUpDays } from "./rollUpDays.ts"

/** `NoCursor`: `before` is not the id of an event. `language`: what the caller has chosen. */
export type ListEventsResult =
  | { readonly _tag: "Events"; readonly events: ReadonlyArray<StoredEvent>; readonly language: Language | null }
  | { readonly _tag: "NoCursor" }

/** Response times, uptime, incidents and gaps of monitors, for charts; and what happened to domains. */
export class Timelines extends Context.Service<
  Timelines,
  {
    /** The timeline of a domain up to now; null when the caller cannot see it. */
    readonly read: (scope: AccessScope, id: string, range: TimelineRange) => Effect.Effect<Timeline | null, StoreError>
    /** The timeline of a URL monitor up to now; null when the caller cannot see it. */
    readonly readUrl: (
      scope: AccessScope,
      id: string,
      range: TimelineRange
    ) => Effect.Effect<UrlTimeline | null, StoreError>
    /** What happened to a domain in the last 90 days, newest first; null when the caller cannot see it. */
    readonly events: (
      scope: AccessScope,
      id: string,
      page: EventPage
    ) => Effect.Effect<ListEventsResult | null, StoreError>
    /** Rolls up the oldest day that is missing of at most so many domains; returns of how many. */
    readonly rollUp: (atMost: number) => Effect.Effect<number, StoreError>
  }
>()("@mon/core-store/Timelines") {}

/** {@link Timelines} over PostgreSQL. */
export const layerTimelines: Layer.Layer<Timelines, never, SqlClient.SqlClient> = Layer.effect(
  Timelines,
  Effect.map(SqlClient.SqlClient, (sql) =>
    Timelines.of({
      read: readDomainTimeline(sql),
      readUrl: readUrlTimeline(sql),
      events: listTimelineEvents(sql),
      rollUp: rollUpDays(sql)
    })
  )
)
