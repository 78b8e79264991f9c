import { isPublicId } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import type { SimulationShares } from "./SimulationShares.ts"
import { visibleSimulations } from "../simulations/SimulationRow.ts"

/** The simulation's row is locked first, so that a code that is being created for the old link is deleted as well. */
export const rotateShare = (sql: SqlClient.SqlClient): SimulationShares["Service"]["rotate"] =>
  operation("SimulationShares.rotate", function* (scope, jobId) {
    if (!isPublicId(jobId)) return null
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        const [rotated] = yield* sql<{ key: string; version: number }>`
        update simulation s set share_version = share_version + 1, share_locked_at = null
        where ${visibleSimulations(sql, scope)} and s.public_id = ${jobId}::uuid
        returning s.id::text as key, s.share_version as version`
        if (rotated === undefined) return null
        yield* sql`delete from share_challenge where simulation_id = ${rotated.key}::bigint`
        yield* sql`delete from share_wrong_code where simulation_id = ${rotated.key}::bigint`
        return rotated.version
      })
    )
  })
