import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import type { StoreError } from "../../sql/StoreError.ts"

/** The last successfully fetched copy of a document. */
export interface RegistryDocument {
  readonly document: string
  /** Milliseconds since the epoch. */
  readonly fetchedAt: number
}

/** Registry documents, such as IANA's list of RDAP servers, cached for all processes. */
export class RegistryDocumentCache extends Context.Service<
  RegistryDocumentCache,
  {
    readonly find: (name: string) => Effect.Effect<RegistryDocument | null, StoreError>
    /** Stores a copy unless a newer one exists. */
    readonly store: (name: string, copy: RegistryDocument) => Effect.Effect<void, StoreError>
  }
>()("@mon/core-store/RegistryDocumentCache") {}

/** {@link RegistryDocumentCache} over PostgreSQL. */
export const layerRegistryDocumentCache: Layer.Layer<RegistryDocumentCache, never, SqlClient.SqlClient> = Layer.effect(
  RegistryDocumentCache,
  Effect.map(SqlClient.SqlClient, (sql) =>
    RegistryDocumentCache.of({
      find: operation("RegistryDocumentCache.find", function* (name) {
        const [row] = yield* sql<{ document: string; fetched_at: Date }>`
          select document, fetched_at from registry_document where name = ${name}`
        return row === undefined ? null : { document: row.document, fetchedAt: row.fetched_at.getTime() }
      }),
      store: operation("RegistryDocumentCache.store", function* (name, { document, fetchedAt }) {
        yield* sql`
          insert into registry_document (name, document, fetched_at) values (${name}, ${document}, ${new Date(fetchedAt).toISOString()}::timestamptz)
          on conflict (name) do update set document = excluded.document, fetched_at = excluded.fetched_at
          where registry_document.fetched_at < excluded.fetched_at`
      })
    })
  )
)
