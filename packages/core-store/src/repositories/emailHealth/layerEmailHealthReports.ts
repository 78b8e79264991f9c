import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { EmailHealthReports } from "../EmailHealthReports.ts"
import { databaseNow, forgetReports, giveUpTurn, keepReport, takeTurn } from "./keepReport.ts"

/** {@link EmailHealthReports} over PostgreSQL. */
export const layerEmailHealthReports: Layer.Layer<EmailHealthReports, never, SqlClient.SqlClient> = Layer.effect(
  EmailHealthReports,
  Effect.map(SqlClient.SqlClient, (sql) =>
    EmailHealthReports.of({
      turn: takeTurn(sql),
      now: databaseNow(sql),
      keep: keepReport(sql),
      giveUp: giveUpTurn(sql),
      forget: forgetReports(sql)
    })
  )
)
