import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import { operation, storeError, type StoreError } from "../sql/operation.ts"

/** The copy of a page that was written last. */
export interface ExportedPage {
  /** The name of the folder that contains the page's files. */
  readonly slug: string
  /** The hash of everything that was written to the folder. */
  readonly hash: string
}

/**
 * Locks the folders of these slugs until the work ends. Returns the slugs whose folders now contain the copy of another
 * page, because that page has taken over the address.
 */
export type ClaimSlugs = (slugs: ReadonlyArray<string>) => Effect.Effect<ReadonlySet<string>, StoreError>

const PAGE_LOCK = "status page export:"
const SLUG_LOCK = "status page folder:"

const isSame = (one: ExportedPage | null, other: ExportedPage | null): boolean =>
  one?.slug === other?.slug && one?.hash === other?.hash

const lock = (sql: SqlClient.SqlClient, kind: string, name: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${kind} || ${name}::text, 0))`

/** Locks folders in a fixed order, so that two processes cannot wait for each other. */
const claimSlugs = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  pageId: string,
  slugs: ReadonlyArray<string>
) {
  const sorted = [...new Set(slugs)].toSorted()
  yield* Effect.forEach(sorted, (slug) => lock(sql, SLUG_LOCK, slug), { discard: true })
  const rows = yield* sql<{ readonly slug: string }>`
    select e.slug from status_page_export e
    join status_page p on p.public_id = e.page_id and p.slug = e.slug
    where e.page_id <> ${pageId}::uuid
      and e.slug in (select jsonb_array_elements_text(${JSON.stringify(sorted)}::text::jsonb))`
  return new Set(rows.map(({ slug }) => slug))
})

const exclusively =
  (sql: SqlClient.SqlClient) =>
  <E, R>(
    pageId: string,
    work: (before: ExportedPage | null, claim: ClaimSlugs) => Effect.Effect<ExportedPage | null, E, R>
  ): Effect.Effect<void, E | StoreError, R> => {
    const stored = storeError("StatusPageExports.exclusively")
    const run = <A>(statement: Effect.Effect<A, SqlError>) => Effect.mapError(statement, stored)
    const locked = Effect.gen(function* () {
      yield* run(lock(sql, PAGE_LOCK, pageId))
      const [row] = yield* run(
        sql<ExportedPage>`select slug, hash from status_page_export where page_id = ${pageId}::uuid`
      )
      const before = row ?? null
      const after = yield* work(before, (slugs) => run(claimSlugs(sql, pageId, slugs)))
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

const withUnusedSlug =
  (sql: SqlClient.SqlClient) =>
  <E, R>(slug: string, work: Effect.Effect<void, E, R>): Effect.Effect<void, E | StoreError, R> => {
    const stored = storeError("StatusPageExports.withUnusedSlug")
    const run = <A>(statement: Effect.Effect<A, SqlError>) => Effect.mapError(statement, stored)
    const locked = Effect.gen(function* () {
      yield* run(lock(sql, SLUG_LOCK, slug))
      const used = yield* run(sql`
        select 1 from status_page where slug = ${slug} and access = 'public' union all select 1 from status_page_export where slug = ${slug}`)
      if (used.length === 0) yield* work
    })
    return Effect.mapError(sql.withTransaction(locked), (error) => (isSqlError(error) ? stored(error) : error))
  }

/** The copies of public pages that are stored as files. */
export class StatusPageExports extends Context.Service<StatusPageExports>()("@mon/core-store/StatusPageExports", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /**
     * Runs `work` while no other process writes or removes the copy of this page. `work` gets the last written copy,
     * and returns the new copy (null if there is none). If `work` fails, the stored state stays. If a process is
     * killed, its locks end with its connection. `work` must end within the limit of idle transactions.
     */
    exclusively: exclusively(sql),
    /**
     * Runs `work` while no process writes to the folder of a slug. Does nothing if a public page has this address, or
     * if a copy is recorded in the folder.
     */
    withUnusedSlug: withUnusedSlug(sql),
    /** Lists all pages of which a copy is stored. */
    list: operation(
      "StatusPageExports.list",
      () => sql<{ readonly id: string; readonly slug: string }>`select page_id as id, slug from status_page_export`
    )
  }))
}) {
  static readonly layer = Layer.effect(StatusPageExports, StatusPageExports.make)
}
