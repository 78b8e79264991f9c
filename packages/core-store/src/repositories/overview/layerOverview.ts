import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { Overview } from "../Overview.ts"
import { countMonitors } from "./countMonitors.ts"

/** {@link Overview} over PostgreSQL. */
export const layerOverview: Layer.Layer<Overview, never, SqlClient.SqlClient> = Layer.effect(
  Overview,
  Effect.map(SqlClient.SqlClient, (sql) =>
    Overview.of({
      counts: countMonitors(sql)
    })
  )
)
