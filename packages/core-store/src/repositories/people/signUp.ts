import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import { createAccount } from "../accounts/createAccount.ts"
import { liftRefusal } from "../refusedAddresses/addressHash.sql.ts"
import { isFirstOwner } from "./hasOwner.ts"
import type { People, Person } from "./People.ts"

/**
 * The link is deleted in the transaction that creates the account, so that only one of two concurrent uses succeeds.
 */
export const signUp = (sql: SqlClient.SqlClient): People["Service"]["signUp"] => {
  const create = createAccount(sql)
  return operation(
    "People.signUp",
    function* (tokenHash, { name, passwordHash }, { onlyFirst } = { onlyFirst: false }) {
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          if (onlyFirst && !(yield* isFirstOwner(sql))) return null
          const [link] = yield* sql<{ readonly email: string }>`
        delete from one_time_link where token_hash = ${tokenHash} and expires_at > mon_now() and kind = 'signup'
        returning email`
          if (link === undefined) return null
          yield* liftRefusal(sql, link.email)
          yield* sql`select 1 from app_user where lower(email) = lower(${link.email}) for update`
          yield* create({ email: link.email, name, plan: "free", adopt: true })
          const [person] = yield* sql<Person>`
        update app_user set password_hash = coalesce(password_hash, ${passwordHash}::text),
          email_confirmed_at = coalesce(email_confirmed_at, mon_now()), name = coalesce(name, ${name}::text)
        where lower(email) = lower(${link.email})
        returning id::text as "userKey", email, password_hash as "passwordHash"`
          return person ?? null
        })
      )
    }
  )
}
