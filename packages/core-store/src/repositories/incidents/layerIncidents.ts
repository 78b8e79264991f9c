import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { Incidents } from "./Incidents.ts"
import { acknowledge, unacknowledge } from "./acknowledge.ts"
import { findIncident } from "./findIncident.ts"
import { listHistory } from "./listHistory.ts"
import { incidentsOfDomain, recentIncidents } from "./listIncidents.ts"

/** {@link Incidents} over PostgreSQL. */
export const layerIncidents: Layer.Layer<Incidents, never, SqlClient.SqlClient> = Layer.effect(
  Incidents,
  Effect.map(SqlClient.SqlClient, (sql) =>
    Incidents.of({
      find: findIncident(sql),
      recent: recentIncidents(sql),
      ofDomain: incidentsOfDomain(sql),
      acknowledge: acknowledge(sql),
      unacknowledge: unacknowledge(sql),
      history: listHistory(sql)
    })
  )
)
