import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import { type StoreError, storeError } from "../../sql/StoreError.ts"

/** What was written of a page. */
export interface ExportedPage {
  /** The folder of its files. */
  readonly slug: string
  /** Of everything that was written. */
  readonly hash: string
}

/** Which public pages have copies as files. */
export class StatusPageExports extends Context.Service<
  StatusPageExports,
  {
    /**
     * Runs `work` while no other process writes or removes the copy of this page. `work` gets what was written before
     * and returns what is there now. Null: nothing. If it fails, the stored state stays.
     */
    readonly exclusively: <E, R>(
      pageId: string,
      work: (before: ExportedPage | null) => Effect.Effect<ExportedPage | null, E, R>
    ) => Effect.Effect<void, E | StoreError, R>
    /** The ids of all pages with a copy. */
    readonly list: () => Effect.Effect<ReadonlyArray<string>, StoreError>
  }
>()("@mon/core-store/StatusPageExports") {}

const LOCK = "status page export:"

const isSame = (one: ExportedPage | null, other: ExportedPage | null): boolean =>
  one?.slug === other?.slug && one?.hash === other?.hash

const exclusively =
  (sql: SqlClient.SqlClient): StatusPageExports["Service"]["exclusively"] =>
  (pageId, work) => {
    const stored = storeError("StatusPageExports.exclusively")
    const run = <A>(statement: Effect.Effect<A, SqlError>) => Effect.mapError(statement, stored)
    const locked = Effect.gen(function* () {
      yield* run(sql`select pg_advisory_xact_lock(hashtextextended(${LOCK} || ${pageId}::text, 0))`)
      const [row] = yield* run(
        sql<ExportedPage>`select slug, hash from status_page_export where page_id = ${pageId}::uuid`
      )
      const before = row ?? null
      const after = yield* work(before)
      if (isSame(before, after)) return
      if (after === null) return yield* run(sql`delete from status_page_export where page_id = ${pageId}::uuid`)
      yield* run(sql`
        insert into status_page_export (page_id, slug, hash, exported_at)
        values (${pageId}::uuid, ${after.slug}, ${after.hash}, mon_now())
        on conflict (page_id) do update
        set slug = excluded.slug, hash = excluded.hash, exported_at = excluded.exported_at`)
    })
    return Effect.mapError(sql.withTransaction(locked), (error) => (isSqlError(error) ? stored(error) : error))
  }

/** {@link StatusPageExports} over PostgreSQL. */
export const layerStatusPageExports: Layer.Layer<StatusPageExports, never, SqlClient.SqlClient> = Layer.effect(
  StatusPageExports,
  Effect.map(SqlClient.SqlClient, (sql) =>
    StatusPageExports.of({
      exclusively: exclusively(sql),
      list: Effect.fn("StatusPageExports.list")(
        () =>
          Effect.map(sql<{ readonly id: string }>`select page_id as id from status_page_export`, (rows) =>
            rows.map(({ id }) => id)
          ),
        Effect.mapError(storeError("StatusPageExports.list"))
      )
    })
  )
)
