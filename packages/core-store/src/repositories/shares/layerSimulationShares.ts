import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { SimulationShares } from "../SimulationShares.ts"
import { rotateShare } from "./rotateShare.ts"

/** {@link SimulationShares} over PostgreSQL. */
export const layerSimulationShares: Layer.Layer<SimulationShares, never, SqlClient.SqlClient> = Layer.effect(
  SimulationShares,
  Effect.map(SqlClient.SqlClient, (sql) => SimulationShares.of({ rotate: rotateShare(sql) }))
)
