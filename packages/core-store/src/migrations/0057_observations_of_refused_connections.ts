import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/** Incidents whose connection failed are observed, too: a name server may still have an old address. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`drop index incident_diagnosis_unobserved`
  yield* sql`
    create index incident_diagnosis_unobserved on incident_diagnosis (incident_id)
    where observed_at is null and facts #>> '{check,outcome}' ~ '^(dns|connect)_'`
  // Connections that failed before this version are over.
  yield* sql`
    update incident_diagnosis set observed_at = mon_now()
    where observed_at is null and facts #>> '{check,outcome}' ~ '^connect_'`
  yield* compatibleSince(12)
})
