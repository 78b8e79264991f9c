import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/** Copies of public status pages as files. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Not a foreign key: the row is there until the copy of a deleted page is removed. hash: of everything that was
  // written.
  yield* sql`
    create table status_page_export (
      page_id uuid primary key,
      slug text not null,
      hash text not null,
      exported_at timestamptz not null
    )`

  yield* compatibleSince(12)
})
