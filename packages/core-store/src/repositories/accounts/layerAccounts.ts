import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import { Accounts } from "./Accounts.ts"
import { createAccount } from "./createAccount.ts"
import { findAccountByEmail, isOnlyAccount, listAccounts } from "./listAccounts.ts"
import { renamePerson, showProfile } from "./showProfile.ts"
import { showSettings, updateSettings } from "./updateSettings.ts"

/** {@link Accounts} over PostgreSQL. */
export const layerAccounts: Layer.Layer<Accounts, never, SqlClient.SqlClient> = Layer.effect(
  Accounts,
  Effect.map(SqlClient.SqlClient, (sql) =>
    Accounts.of({
      create: createAccount(sql),
      list: listAccounts(sql),
      findByEmail: findAccountByEmail(sql),
      isOnly: isOnlyAccount(sql),
      profile: showProfile(sql),
      lock: operation("Accounts.lock", ({ accountKey }) =>
        Effect.asVoid(sql`select 1 from account where id = ${accountKey}::bigint for no key update`)
      ),
      rename: renamePerson(sql),
      settings: showSettings(sql),
      updateSettings: updateSettings(sql)
    })
  )
)
