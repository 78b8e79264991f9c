import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { EmailHealthChecks } from "./EmailHealthChecks.ts"
import { claimEmailHealth, postponeEmailHealth, releaseEmailHealth } from "./claimEmailHealth.ts"
import { dkimSelectorsOf } from "./dkimSelectors.ts"
import { emailHealthHistory, purgeEmailHealthHistory } from "./emailHealthHistory.ts"
import { emailHealthStandings } from "./emailHealthStandings.ts"
import { noteEmailHealth, recordEmailHealth } from "./recordEmailHealth.ts"

/** {@link EmailHealthChecks} over PostgreSQL. */
export const layerEmailHealthChecks: Layer.Layer<EmailHealthChecks, never, SqlClient.SqlClient> = Layer.effect(
  EmailHealthChecks,
  Effect.map(SqlClient.SqlClient, (sql) =>
    EmailHealthChecks.of({
      claim: claimEmailHealth(sql),
      release: releaseEmailHealth(sql),
      postpone: postponeEmailHealth(sql),
      record: recordEmailHealth(sql),
      note: noteEmailHealth(sql),
      selectorsOf: dkimSelectorsOf(sql),
      history: emailHealthHistory(sql),
      standings: emailHealthStandings(sql),
      purgeHistory: purgeEmailHealthHistory(sql)
    })
  )
)
