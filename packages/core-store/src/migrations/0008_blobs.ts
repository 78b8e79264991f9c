import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/**
 * `blob` says what there is and until when, wherever the bytes lie; `blob_bytes` holds them when they lie in the
 * database. `stored` is false between the announcement of a blob and the arrival of its bytes.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`
    create table blob (
      hash bytea primary key check (octet_length(hash) = 32),
      content_type text not null,
      size integer not null check (size >= 0),
      stored boolean not null default false,
      keep_until timestamptz not null,
      created_at timestamptz not null default mon_now()
    )`
  yield* sql`create index blob_keep_until on blob (keep_until)`

  // No foreign key: bytes are written after their row and removed before it. Images do not compress a second time.
  yield* sql`create table blob_bytes (hash bytea primary key, bytes bytea not null)`
  yield* sql`alter table blob_bytes alter column bytes set storage external`
})
