import { isPublicId, type LocationAdvisory } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import { type StoreError, storeError } from "../../sql/StoreError.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import { ALIVE_MS } from "./LocationRules.ts"
import { visibleDomains } from "../monitors/visibleMonitors.ts"
import { domainStateCodes } from "../monitors/MonitorCodes.ts"

/** A location with live workers. */
export interface LiveLocation {
  readonly location: string
  readonly workers: number
}

/** What a worker announces beside its location. */
export interface WorkerStanding {
  /** Verdicts are suppressed, because the worker's own network may be their cause. */
  readonly networkInDoubt: boolean
  /** No mail server is configured: emails are stored in the outbox. */
  readonly storesEmails: boolean
}

/** What live workers announce. */
export interface ServiceStanding {
  /** Locations with a worker whose own network is in doubt. */
  readonly networkInDoubt: ReadonlyArray<string>
  readonly storesEmails: boolean
}

const GOOD_STANDING: WorkerStanding = { networkInDoubt: false, storesEmails: false }

/** The locations of live workers, and the advisories of outvoted locations. */
export class Locations extends Context.Service<
  Locations,
  {
    /** Heartbeat of a worker (`worker` is its UUID) at a location; to be repeated every few seconds. */
    readonly announce: (worker: string, location: string, standing?: WorkerStanding) => Effect.Effect<void, StoreError>
    readonly standing: () => Effect.Effect<ServiceStanding, StoreError>
    /** Removes a worker that stops, so that its location is no longer waited for. */
    readonly leave: (worker: string) => Effect.Effect<void, StoreError>
    readonly alive: () => Effect.Effect<ReadonlyArray<LiveLocation>, StoreError>
    /** What live locations see that the majority does not confirm; null when there is no such domain. */
    readonly advisories: (
      scope: AccessScope,
      domainId: string
    ) => Effect.Effect<ReadonlyArray<LocationAdvisory> | null, StoreError>
  }
>()("@mon/core-store/Locations") {}

/** Workers that ended without leaving are deleted after this time. */
const PURGED_MS = 3_600_000
/** An advisory expires when its location has not checked the domain again within this time. */
const ADVISORY_MS = 3_600_000

const alive = (sql: SqlClient.SqlClient) => sql`w.seen_at > mon_now() - ${ALIVE_MS}::int * interval '1 millisecond'`

const announce = (sql: SqlClient.SqlClient): Locations["Service"]["announce"] =>
  operation("Locations.announce", function* (worker, location, { networkInDoubt, storesEmails } = GOOD_STANDING) {
    yield* sql`
      with purged as (
        delete from worker_location where seen_at < mon_now() - ${PURGED_MS}::int * interval '1 millisecond' and worker_id <> ${worker}::uuid
      )
      insert into worker_location (worker_id, location, seen_at, network_in_doubt, stores_emails)
      values (${worker}::uuid, ${location}, mon_now(), ${networkInDoubt}, ${storesEmails})
      on conflict (worker_id) do update set location = excluded.location, seen_at = excluded.seen_at,
        network_in_doubt = excluded.network_in_doubt, stores_emails = excluded.stores_emails`
  })

const standing =
  (sql: SqlClient.SqlClient): Locations["Service"]["standing"] =>
  () =>
    sql<ServiceStanding>`
      select coalesce(array_agg(distinct w.location) filter (where w.network_in_doubt), '{}') as "networkInDoubt",
        coalesce(bool_or(w.stores_emails), false) as "storesEmails"
      from worker_location w where ${alive(sql)}`.pipe(
      Effect.map(([row]) => row ?? { networkInDoubt: [], storesEmails: false }),
      Effect.mapError(storeError("Locations.standing")),
      Effect.withSpan("Locations.standing")
    )

const advisories = (sql: SqlClient.SqlClient): Locations["Service"]["advisories"] =>
  operation("Locations.advisories", function* (scope, domainId) {
    if (!isPublicId(domainId)) return null
    const [domain] = yield* sql<{ key: string }>`
      select m.id::text as key from monitor m where ${visibleDomains(sql, scope)} and m.public_id = ${domainId}::uuid`
    if (domain === undefined) return null
    const rows = yield* sql<{ location: string; verdict: number; since: Date; seen_at: Date }>`
      select a.location, a.verdict, a.since, a.seen_at from location_advisory a join monitor_schedule s on s.monitor_id = a.monitor_id
      where a.monitor_id = ${domain.key}::bigint and s.next_at is not null and s.state <> a.verdict
        and a.seen_at > mon_now() - greatest(3 * s.interval_ms, ${ADVISORY_MS}::int) * interval '1 millisecond'
        and exists (select 1 from worker_location w where w.location = a.location and ${alive(sql)})
      order by a.location`
    return rows.map(({ location, seen_at, since, verdict }): LocationAdvisory => ({
      location,
      sees: verdict === domainStateCodes.up ? "up" : "down",
      since: since.toISOString(),
      seenAt: seen_at.toISOString()
    }))
  })

/** {@link Locations} over PostgreSQL. */
export const layerLocations: Layer.Layer<Locations, never, SqlClient.SqlClient> = Layer.effect(
  Locations,
  Effect.map(SqlClient.SqlClient, (sql) =>
    Locations.of({
      announce: announce(sql),
      standing: standing(sql),
      leave: operation("Locations.leave", (worker: string) =>
        Effect.asVoid(sql`delete from worker_location where worker_id = ${worker}::uuid`)
      ),
      alive: () =>
        sql<LiveLocation>`select w.location, count(*)::int as workers from worker_location w where ${alive(sql)} group by 1 order by 1`.pipe(
          Effect.mapError(storeError("Locations.alive"))
        ),
      advisories: advisories(sql)
    })
  )
)
