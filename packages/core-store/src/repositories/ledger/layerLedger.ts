import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { Ledger } from "./Ledger.ts"
import { postDueEntries } from "./postDueEntries.ts"
import { buyCredits } from "./buyCredits.ts"
import { changeAllowance } from "./changeAllowance.ts"
import { refundJob } from "./refundJob.ts"
import { reserveCredits } from "./reserveCredits.ts"
import { refundPack } from "./refundPack.ts"
import { showCredits } from "./showCredits.ts"

/** {@link Ledger} over PostgreSQL. */
export const layerLedger: Layer.Layer<Ledger, never, SqlClient.SqlClient> = Layer.effect(
  Ledger,
  Effect.map(SqlClient.SqlClient, (sql) =>
    Ledger.of({
      show: showCredits(sql),
      reserve: reserveCredits(sql),
      refund: refundJob(sql),
      buy: buyCredits(sql),
      refundPack: refundPack(sql),
      changePlan: changeAllowance(sql),
      postDueEntries: postDueEntries(sql)
    })
  )
)
