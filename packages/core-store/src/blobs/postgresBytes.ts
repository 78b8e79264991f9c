import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SqlClient } from "effect/sql/SqlClient"
import { storeError } from "../sql/operation.ts"
import { BlobBytes } from "./BlobBytes.ts"

const fromHex = (hash: string): Buffer => Buffer.from(hash, "hex")

/** Stores the bytes in PostgreSQL, so that there is no other service to run and back up. */
export const layerPostgresBytes: Layer.Layer<BlobBytes, never, SqlClient> = Layer.effect(
  BlobBytes,
  Effect.map(SqlClient, (sql) =>
    BlobBytes.of({
      write: Effect.fn("BlobBytes.write")((hash, bytes) =>
        sql`insert into blob_bytes (hash, bytes) values (${fromHex(hash)}, ${bytes}) on conflict (hash) do nothing`.pipe(
          Effect.asVoid,
          Effect.mapError(storeError("BlobBytes.write"))
        )
      ),
      read: Effect.fn("BlobBytes.read")((hash) =>
        sql<{ readonly bytes: Buffer }>`select bytes from blob_bytes where hash = ${fromHex(hash)}`.pipe(
          Effect.map(([row]) => row?.bytes ?? null),
          Effect.mapError(storeError("BlobBytes.read"))
        )
      ),
      remove: Effect.fn("BlobBytes.remove")((hashes) =>
        sql`delete from blob_bytes where ${sql.in("hash", hashes.map(fromHex))}`.pipe(
          Effect.asVoid,
          Effect.mapError(storeError("BlobBytes.remove"))
        )
      )
    })
  )
)
