import { isPublicId, type Language, type LocationAdvisory } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { isAlive } from "./statements/liveWorkers.sql.ts"
import { operation, type Returns, storeError, type StoreError } from "../sql/operation.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import { domainStateCodes } from "./statements/MonitorCodes.ts"
import { visibleDomains } from "./statements/visibleMonitors.ts"

/**
 * The time after the due time within which only the requested location may check, in milliseconds. Afterwards, any
 * location may check.
 */
export const ASKED_MS = 30_000

/** A location with live workers. */
export interface LiveLocation {
  readonly location: string
  readonly workers: number
}

/** The facts that a worker announces about itself, except its location. */
export interface WorkerStanding {
  /** Whether verdicts are suppressed because the worker's own network may be faulty. */
  readonly networkInDoubt: boolean
  /** Whether emails are stored in the outbox because no mail server is configured. */
  readonly storesEmails: boolean
  /** The network or provider of the location. Default: null, which means unknown. */
  readonly network?: string | null
}

/** A summary of the announcements of all live workers. */
export interface ServiceStanding {
  /** The locations where the own network of at least one worker is in doubt. */
  readonly networkInDoubt: ReadonlyArray<string>
  readonly storesEmails: boolean
}

const GOOD_STANDING: WorkerStanding = { networkInDoubt: false, storesEmails: false }

/** The time without an announcement after which the row of a crashed worker is deleted, in milliseconds. */
const PURGED_MS = 3_600_000
/**
 * The time, in milliseconds, after which an advisory expires if its location has not checked the domain again. If three
 * check intervals are longer than this time, the three intervals apply instead.
 */
const ADVISORY_MS = 3_600_000

/** An advisory about a location, and the language of its reader. */
export interface StoredAdvisory extends Omit<LocationAdvisory, "diagnosis"> {
  /**
   * The facts for the diagnosis: `DiagnosisFacts` of @mon/diagnosis, as plain JSON. Null if the location reports the
   * site as up.
   */
  readonly diagnosisFacts: unknown
  /** The language that the reader has chosen. Null if the reader has chosen none. */
  readonly language: Language | null
}

interface AdvisoryRow {
  readonly location: string
  readonly verdict: number
  readonly since: Date
  readonly seen_at: Date
  readonly facts: unknown
  readonly language: Language | null
}

const standing = (sql: SqlClient.SqlClient) => (): Effect.Effect<ServiceStanding, StoreError> =>
  sql<ServiceStanding>`
      select coalesce(array_agg(distinct w.location) filter (where w.network_in_doubt), '{}') as "networkInDoubt",
        coalesce(bool_or(w.stores_emails), false) as "storesEmails"
      from worker_location w where ${isAlive(sql)}`.pipe(
    Effect.map(([row]) => row ?? { networkInDoubt: [], storesEmails: false }),
    Effect.mapError(storeError("Locations.standing")),
    Effect.withSpan("Locations.standing")
  )

const advisories = (sql: SqlClient.SqlClient) =>
  operation(
    "Locations.advisories",
    function* (scope: AccessScope, domainId: string): Returns<ReadonlyArray<StoredAdvisory> | null> {
      if (!isPublicId(domainId)) return null
      const [domain] = yield* sql<{ key: string }>`
      select m.id::text as key from monitor m where ${visibleDomains(sql, scope)} and m.public_id = ${domainId}::uuid`
      if (domain === undefined) return null
      // The location failed before the majority outvoted it.
      // The search is limited, because the history may be long and older results have expired anyway.
      const rows = yield* sql<AdvisoryRow>`
      select a.location, a.verdict, a.since, a.seen_at, found.facts,
        (select language from user_setting where user_id = ${scope.userKey}::bigint) as language
      from location_advisory a join monitor_schedule s on s.monitor_id = a.monitor_id
        cross join lateral (
          select mon_now() - greatest(3 * s.interval_ms, ${ADVISORY_MS}::int) * interval '1 millisecond' as expires
        ) age
        left join lateral (
          select monitor_evidence(a.monitor_id, greatest(a.since - interval '10 minutes', age.expires)) || jsonb_build_object(
            'since', mon_iso(a.since), 'target', jsonb_build_object('host', m.hostname),
            'check', jsonb_strip_nulls(jsonb_build_object('at', mon_iso(c.checked_at), 'outcome', c.error_code,
              'statusCode', c.status_code, 'location', c.location))) as facts
          from check_history c join monitor m on m.id = c.monitor_id
          where c.monitor_id = a.monitor_id and c.location = a.location and c.checked_at > age.expires
            and c.verdict = a.verdict and a.verdict = ${domainStateCodes.down}
          order by c.checked_at desc limit 1
        ) found on true
      where a.monitor_id = ${domain.key}::bigint and s.next_at is not null and s.state <> a.verdict
        and a.seen_at > age.expires
        and exists (select 1 from worker_location w where w.location = a.location and ${isAlive(sql)})
      order by a.location`
      return rows.map(({ facts, language, location, seen_at, since, verdict }): StoredAdvisory => ({
        location,
        sees: verdict === domainStateCodes.up ? "up" : "down",
        since: since.toISOString(),
        seenAt: seen_at.toISOString(),
        diagnosisFacts: facts,
        language
      }))
    }
  )

/** The locations of live workers, and the advisories about outvoted locations. */
export class Locations extends Context.Service<Locations>()("@mon/core-store/Locations", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /**
     * Announces that a worker at a location is alive. `worker` is the UUID of the worker. Workers must call this method
     * every few seconds.
     */
    announce: operation(
      "Locations.announce",
      function* (
        worker: string,
        location: string,
        { network = null, networkInDoubt, storesEmails }: WorkerStanding = GOOD_STANDING
      ) {
        yield* sql`
      with purged as (
        delete from worker_location where seen_at < mon_now() - ${PURGED_MS}::int * interval '1 millisecond' and worker_id <> ${worker}::uuid
      )
      insert into worker_location (worker_id, location, seen_at, network_in_doubt, stores_emails, network)
      values (${worker}::uuid, ${location}, mon_now(), ${networkInDoubt}, ${storesEmails}, ${network})
      on conflict (worker_id) do update set location = excluded.location, seen_at = excluded.seen_at,
        network_in_doubt = excluded.network_in_doubt, stores_emails = excluded.stores_emails,
        network = excluded.network`
      }
    ),
    standing: standing(sql),
    /** Removes a worker that is stopping, so that nothing waits for its location any more. */
    leave: operation("Locations.leave", (worker: string) =>
      Effect.asVoid(sql`delete from worker_location where worker_id = ${worker}::uuid`)
    ),
    alive: (): Effect.Effect<ReadonlyArray<LiveLocation>, StoreError> =>
      sql<LiveLocation>`select w.location, count(*)::int as workers from worker_location w where ${isAlive(sql)} group by 1 order by 1`.pipe(
        Effect.mapError(storeError("Locations.alive"))
      ),
    /**
     * Returns the verdicts of live locations that the majority has not confirmed. Null if the caller can see no such
     * domain.
     */
    advisories: advisories(sql)
  }))
}) {
  static readonly layer = Layer.effect(Locations, Locations.make)
}
