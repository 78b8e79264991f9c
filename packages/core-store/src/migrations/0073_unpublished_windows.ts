import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/** Maintenance windows that public status pages do not show. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`alter table maintenance_window add column is_published boolean not null default true`
  yield* compatibleSince(12)
})
