import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation, type Returns } from "../sql/operation.ts"

/** The last copy of a registry document that was fetched successfully. */
export interface RegistryDocument {
  readonly document: string
  /** The time at which the document was fetched, in milliseconds since the epoch. */
  readonly fetchedAt: number
}

/** Registry documents, such as IANA's list of RDAP servers, in a cache that all processes share. */
export class RegistryDocumentCache extends Context.Service<RegistryDocumentCache>()(
  "@mon/core-store/RegistryDocumentCache",
  {
    make: Effect.map(SqlClient.SqlClient, (sql) => ({
      find: operation("RegistryDocumentCache.find", function* (name: string): Returns<RegistryDocument | null> {
        const [row] = yield* sql<{ document: string; fetched_at: Date }>`
          select document, fetched_at from registry_document where name = ${name}`
        return row === undefined ? null : { document: row.document, fetchedAt: row.fetched_at.getTime() }
      }),
      /** Stores a copy of a document, unless a newer copy exists. */
      store: operation("RegistryDocumentCache.store", function* (name: string, copy: RegistryDocument) {
        yield* sql`
          insert into registry_document (name, document, fetched_at) values (${name}, ${copy.document}, ${new Date(copy.fetchedAt).toISOString()}::timestamptz)
          on conflict (name) do update set document = excluded.document, fetched_at = excluded.fetched_at
          where registry_document.fetched_at < excluded.fetched_at`
      })
    }))
  }
) {
  static readonly layer = Layer.effect(RegistryDocumentCache, RegistryDocumentCache.make)
}
