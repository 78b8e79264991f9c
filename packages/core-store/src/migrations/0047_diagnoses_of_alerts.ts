import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/** What the causes of alerts without an incident rest on: email health and changed DNS records. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // `DiagnosisFacts` of @mon/diagnosis. The diagnosis itself is computed from them whenever it is shown. Null: none.
  yield* sql`alter table notification add column diagnosis_facts jsonb`
  // `MailFacts` of @mon/diagnosis: the email setup of the last result, which the next one is compared with.
  yield* sql`alter table email_health_schedule add column mail jsonb`
  yield* compatibleSince(12)
})
