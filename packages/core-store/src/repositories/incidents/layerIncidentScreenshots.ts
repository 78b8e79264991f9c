import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { IncidentScreenshots } from "../IncidentScreenshots.ts"
import { claimScreenshots } from "./claimScreenshots.ts"
import { keepScreenshot } from "./keepScreenshot.ts"

/** {@link IncidentScreenshots} over PostgreSQL. */
export const layerIncidentScreenshots: Layer.Layer<IncidentScreenshots, never, SqlClient.SqlClient> = Layer.effect(
  IncidentScreenshots,
  Effect.map(SqlClient.SqlClient, (sql) =>
    IncidentScreenshots.of({ claim: claimScreenshots(sql), keep: keepScreenshot(sql) })
  )
)
