import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { SimulationShares } from "./SimulationShares.ts"
import { challengeShare } from "./challengeShare.ts"
import { findShare, sharedResults } from "./findShare.ts"
import { purgeShareCodes } from "./purgeShareCodes.ts"
import { rotateShare } from "./rotateShare.ts"
import { verifyShareCode } from "./verifyShareCode.ts"

/** {@link SimulationShares} over PostgreSQL. */
export const layerSimulationShares: Layer.Layer<SimulationShares, never, SqlClient.SqlClient> = Layer.effect(
  SimulationShares,
  Effect.map(SqlClient.SqlClient, (sql) =>
    SimulationShares.of({
      rotate: rotateShare(sql),
      find: findShare(sql),
      results: sharedResults(sql),
      challenge: challengeShare(sql),
      verifyCode: verifyShareCode(sql),
      purge: purgeShareCodes(sql)
    })
  )
)
