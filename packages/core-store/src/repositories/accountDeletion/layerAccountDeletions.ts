import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { AccountDeletions } from "./AccountDeletions.ts"
import { notifyNext } from "./notifyNext.ts"
import { purgeAccounts } from "./purgeAccounts.ts"
import { keepAccount, requestDeletion } from "./requestDeletion.ts"

/** {@link AccountDeletions} over PostgreSQL. */
export const layerAccountDeletions: Layer.Layer<AccountDeletions, never, SqlClient.SqlClient> = Layer.effect(
  AccountDeletions,
  Effect.map(SqlClient.SqlClient, (sql) =>
    AccountDeletions.of({
      request: requestDeletion(sql),
      keep: keepAccount(sql),
      notifyNext: notifyNext(sql),
      purge: purgeAccounts(sql)
    })
  )
)
