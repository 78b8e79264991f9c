import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import { createAccount } from "../accounts/createAccount.ts"
import { isFirstOwner } from "../people/hasOwner.ts"
import { Identities, type IdentityOwner, type LinkedIdentity, type ProviderIdentity } from "./Identities.ts"

const find = (sql: SqlClient.SqlClient): Identities["Service"]["find"] =>
  operation("Identities.find", function* ({ issuer, subject }) {
    const [row] = yield* sql<IdentityOwner>`
      select id::text as "identityKey", user_id::text as "userKey" from linked_identity
      where issuer = ${issuer} and subject = ${subject}`
    return row ?? null
  })

const list = (sql: SqlClient.SqlClient): Identities["Service"]["list"] =>
  operation("Identities.list", function* (userKey) {
    return yield* sql<LinkedIdentity>`
      select issuer, email, linked_at as "linkedAt" from linked_identity where user_id = ${userKey}::bigint
      order by issuer`
  })

/** Inserts nothing if the identity or another one of the issuer exists, also if both happen at once. */
const insert = (sql: SqlClient.SqlClient, userKey: string, { email, issuer, subject }: ProviderIdentity) =>
  sql<{ readonly key: string }>`
    insert into linked_identity (user_id, issuer, subject, email)
    values (${userKey}::bigint, ${issuer}, ${subject}, ${email})
    on conflict do nothing returning id::text as key`

const link = (sql: SqlClient.SqlClient): Identities["Service"]["link"] =>
  operation("Identities.link", function* (userKey, identity) {
    if ((yield* insert(sql, userKey, identity)).length > 0) return "Linked" as const
    const owner = yield* find(sql)(identity)
    if (owner === null) return "Other" as const
    return owner.userKey === userKey ? ("Linked" as const) : ("Taken" as const)
  })

const unlink = (sql: SqlClient.SqlClient): Identities["Service"]["unlink"] =>
  operation("Identities.unlink", function* ({ userKey }, issuer) {
    const [row] = yield* sql<{ readonly found: boolean; readonly removed: boolean }>`
      with removed as (
        delete from linked_identity i using app_user u
        where i.user_id = ${userKey}::bigint and i.issuer = ${issuer} and u.id = i.user_id
          and u.password_hash is not null
        returning 1
      )
      select exists (select 1 from linked_identity where user_id = ${userKey}::bigint and issuer = ${issuer}) as found,
        exists (select 1 from removed) as removed`
    if (row?.removed === true) return "Unlinked" as const
    return row?.found === true ? ("NoPassword" as const) : ("Absent" as const)
  })

/** Rolls the account back: the identity was linked meanwhile. */
class IdentityKnown {
  readonly _tag = "IdentityKnown"
}

const signUp = (sql: SqlClient.SqlClient): Identities["Service"]["signUp"] => {
  const create = createAccount(sql)
  return operation("Identities.signUp", function* ({ email, issuer, name, subject }, { onlyFirst }) {
    const created = sql.withTransaction(
      Effect.gen(function* () {
        if (onlyFirst && !(yield* isFirstOwner(sql))) return { _tag: "Closed" } as const
        if ((yield* create({ email, name, plan: "free" })) === null) return { _tag: "Known" } as const
        const [person] = yield* sql<{ readonly key: string }>`
          update app_user set email_confirmed_at = mon_now() where lower(email) = lower(${email})
          returning id::text as key`
        const userKey = person?.key ?? (yield* Effect.die(new Error("A new account has no person.")))
        const [identity] = yield* insert(sql, userKey, { email, issuer, subject })
        if (identity === undefined) return yield* Effect.fail(new IdentityKnown())
        return { _tag: "Created", userKey, identityKey: identity.key } as const
      })
    )
    return yield* Effect.catchTag(created, "IdentityKnown", () => Effect.succeed({ _tag: "Known" } as const))
  })
}

/** {@link Identities} over PostgreSQL. */
export const layerIdentities: Layer.Layer<Identities, never, SqlClient.SqlClient> = Layer.effect(
  Identities,
  Effect.map(SqlClient.SqlClient, (sql) =>
    Identities.of({ find: find(sql), list: list(sql), link: link(sql), unlink: unlink(sql), signUp: signUp(sql) })
  )
)
