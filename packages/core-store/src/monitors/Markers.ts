import { isPublicId, type MarkerRecord } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation, type Returns } from "../sql/operation.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import { lockPlan } from "./statements/lockMonitors.ts"
import { visibleDomains } from "./statements/visibleMonitors.ts"

/** A marker to add. */
export interface NewMarker {
  readonly text: string
  readonly link: string | null
  /** The time of the marker, in milliseconds since the epoch. Null means now. */
  readonly at: number | null
}

/**
 * The added marker, or the reason why none was added. `LimitReached`: the account has already added as many markers
 * within 24 hours as its plan allows.
 */
export type AddMarkerResult =
  | { readonly _tag: "Added"; readonly marker: MarkerRecord }
  | { readonly _tag: "LimitReached"; readonly limit: number }
  | { readonly _tag: "Absent" }

interface Row extends Omit<MarkerRecord, "at" | "createdAt"> {
  readonly at: Date
  readonly created_at: Date
}

const toMarker = ({ at, created_at, ...rest }: Row): MarkerRecord => ({
  ...rest,
  at: at.toISOString(),
  createdAt: created_at.toISOString()
})

const columns = `k.public_id as id, k.at, k.text, k.link, coalesce(u.name, u.email) as by, k.created_at`

const visibleKey = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, scope: AccessScope, domainId: string) {
  if (!isPublicId(domainId)) return null
  const [row] = yield* sql<{ readonly key: string }>`
    select m.id::text as key from monitor m where ${visibleDomains(sql, scope)} and m.public_id = ${domainId}::uuid`
  return row?.key ?? null
})

const add = (sql: SqlClient.SqlClient) =>
  operation(
    "Markers.add",
    function* (scope: AccessScope, domainId: string, marker: NewMarker): Returns<AddMarkerResult> {
      const key = yield* visibleKey(sql, scope, domainId)
      if (key === null) return { _tag: "Absent" } as const
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          const { markersPerDay: limit } = yield* lockPlan(sql, scope.accountKey)
          const [row] = yield* sql<Row>`
          with k as (
            insert into marker (account_id, monitor_id, at, text, link, created_by)
            select ${scope.accountKey}::bigint, ${key}::bigint,
              coalesce(to_timestamp(${marker.at}::float8 / 1000), mon_now()), ${marker.text}, ${marker.link}, ${scope.userKey}::bigint
            where (select count(*) from marker o where o.account_id = ${scope.accountKey}::bigint
              and o.created_at > mon_now() - interval '1 day') < ${limit}::int
            returning *
          )
          select ${sql.literal(columns)} from k left join app_user u on u.id = k.created_by`
          if (row === undefined) return { _tag: "LimitReached", limit } as const
          return { _tag: "Added", marker: toMarker(row) } as const
        })
      )
    }
  )

/**
 * Markers in the timelines of domains, such as deployments. An id that is malformed or belongs to another account is
 * treated like an id that does not exist.
 */
export class Markers extends Context.Service<Markers>()("@mon/core-store/Markers", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /** Lists the newest markers of a domain. Null if the caller cannot see the domain. */
    list: operation(
      "Markers.list",
      function* (scope: AccessScope, domainId: string, limit: number): Returns<ReadonlyArray<MarkerRecord> | null> {
        const key = yield* visibleKey(sql, scope, domainId)
        if (key === null) return null
        const rows = yield* sql<Row>`
      select ${sql.literal(columns)} from marker k left join app_user u on u.id = k.created_by
      where k.monitor_id = ${key}::bigint order by k.at desc, k.id desc limit ${limit}`
        return rows.map(toMarker)
      }
    ),
    has: operation("Markers.has", function* (scope: AccessScope, domainId: string, id: string) {
      const key = yield* visibleKey(sql, scope, domainId)
      if (key === null || !isPublicId(id)) return false
      const rows = yield* sql`select from marker where monitor_id = ${key}::bigint and public_id = ${id}::uuid`
      return rows.length > 0
    }),
    /** Adds a marker. The limit of markers holds even for concurrent calls. */
    add: add(sql),
    /** Deletes a marker. False if the domain has no such marker. */
    remove: operation("Markers.remove", function* (scope: AccessScope, domainId: string, id: string) {
      const key = yield* visibleKey(sql, scope, domainId)
      if (key === null || !isPublicId(id)) return false
      const rows = yield* sql`
      delete from marker where monitor_id = ${key}::bigint and public_id = ${id}::uuid returning 1`
      return rows.length > 0
    })
  }))
}) {
  static readonly layer = Layer.effect(Markers, Markers.make)
}
