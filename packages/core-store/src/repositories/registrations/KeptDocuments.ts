import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { type StoreError, storeError } from "../../sql/StoreError.ts"

/** The last good copy of a document from elsewhere. */
export interface KeptDocument {
  readonly document: string
  /** Milliseconds since the epoch. */
  readonly fetchedAt: number
}

/** Documents from elsewhere whose last good copy outlives the process, such as IANA's list of RDAP servers. */
export class KeptDocuments extends Context.Service<
  KeptDocuments,
  {
    readonly find: (name: string) => Effect.Effect<KeptDocument | null, StoreError>
    /** Keeps a copy unless a newer one is kept already. */
    readonly keep: (name: string, copy: KeptDocument) => Effect.Effect<void, StoreError>
  }
>()("@mon/core-store/KeptDocuments") {}

/** {@link KeptDocuments} over PostgreSQL. */
export const layerKeptDocuments: Layer.Layer<KeptDocuments, never, SqlClient.SqlClient> = Layer.effect(
  KeptDocuments,
  Effect.map(SqlClient.SqlClient, (sql) =>
    KeptDocuments.of({
      find: Effect.fn("KeptDocuments.find")(
        function* (name) {
          const [row] = yield* sql<{ document: string; fetched_at: Date }>`
          select document, fetched_at from kept_document where name = ${name}`
          return row === undefined ? null : { document: row.document, fetchedAt: row.fetched_at.getTime() }
        },
        Effect.mapError(storeError("KeptDocuments.find"))
      ),
      keep: Effect.fn("KeptDocuments.keep")(
        function* (name, { document, fetchedAt }) {
          yield* sql`
          insert into kept_document (name, document, fetched_at) values (${name}, ${document}, ${new Date(fetchedAt).toISOString()}::timestamptz)
          on conflict (name) do update set document = excluded.document, fetched_at = excluded.fetched_at
          where kept_document.fetched_at < excluded.fetched_at`
        },
        Effect.mapError(storeError("KeptDocuments.keep"))
      )
    })
  )
)
