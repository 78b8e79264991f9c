import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { storeError } from "../../StoreError.ts"
import type { IncidentScreenshots } from "../IncidentScreenshots.ts"

const columns = { trigger: "trigger_screenshot_url", resolution: "resolution_screenshot_url" } as const

export const keepScreenshot = (sql: SqlClient.SqlClient): IncidentScreenshots["Service"]["keep"] =>
  Effect.fn("IncidentScreenshots.keep")(
    function* ({ incidentKey, moment }, hash) {
      yield* sql`update incident set ${sql(columns[moment])} = ${hash} where id = ${incidentKey}::bigint`
    },
    Effect.mapError(storeError("IncidentScreenshots.keep"))
  )
