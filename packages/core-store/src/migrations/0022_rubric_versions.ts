import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/** Grades of email health are compared only within one version of the scoring rules. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // The version that gave the grade, and last_checked_at when it was written. A program of an earlier release writes
  // last_checked_at alone, which shows that its grade has an unknown version.
  yield* sql`
    alter table email_health_schedule
      add column rubric_version text,
      add column rubric_checked_at timestamptz`

  yield* sql`alter table email_health_history add column rubric_version text`

  yield* compatibleSince(12)
})
