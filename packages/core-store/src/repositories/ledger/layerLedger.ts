import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { Ledger } from "./Ledger.ts"
import { bookDueAccounts } from "./bookDue.ts"
import { buyCredits } from "./buyCredits.ts"
import { changeAllowance } from "./changeAllowance.ts"
import { refundJob } from "./refundJob.ts"
import { reserveCredits } from "./reserveCredits.ts"
import { returnPack } from "./returnPack.ts"
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
      returnPack: returnPack(sql),
      changePlan: changeAllowance(sql),
      bookDue: bookDueAccounts(sql)
    })
  )
)
