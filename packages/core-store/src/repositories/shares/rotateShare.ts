import { isPublicId } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { storeError } from "../../StoreError.ts"
import type { SimulationShares } from "../SimulationShares.ts"
import { visibleSimulations } from "../simulations/SimulationRow.ts"

/** One statement: nobody comes in between the end of the old link and the beginning of the new one. */
export const rotateShare = (sql: SqlClient.SqlClient): SimulationShares["Service"]["rotate"] =>
  Effect.fn("SimulationShares.rotate")(function*(viewer, jobId) {
    if (!isPublicId(jobId)) return null
    const [row] = yield* sql<{ version: number }>`
      with rotated as (
        update simulation s set share_version = share_version + 1, share_locked_at = null
        where ${visibleSimulations(sql, viewer)} and s.public_id = ${jobId}::uuid
        returning s.id, s.share_version
      ), challenges as (
        delete from share_challenge where simulation_id in (select id from rotated)
      ), wrong as (
        delete from share_wrong_code where simulation_id in (select id from rotated)
      )
      select share_version as version from rotated`
    return row?.version ?? null
  }, Effect.mapError(storeError("SimulationShares.rotate")))
