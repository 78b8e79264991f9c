import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { Registrations } from "./Registrations.ts"
import { assignRegistrations, unassignedMonitors } from "./assignRegistrations.ts"
import { claimRegistrations, releaseRegistrations } from "./claimRegistrations.ts"
import { recordRegistration } from "./recordRegistration.ts"

/** {@link Registrations} over PostgreSQL. */
export const layerRegistrations: Layer.Layer<Registrations, never, SqlClient.SqlClient> = Layer.effect(
  Registrations,
  Effect.map(SqlClient.SqlClient, (sql) =>
    Registrations.of({
      unassigned: unassignedMonitors(sql),
      assign: assignRegistrations(sql),
      claim: claimRegistrations(sql),
      release: releaseRegistrations(sql),
      record: recordRegistration(sql)
    })
  )
)
