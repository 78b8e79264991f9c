import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation, type Returns } from "../sql/operation.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import { createAccount, type SignUpOptions } from "./Accounts.ts"
import { lockPerson } from "./passwordChange.ts"
import { isFirstOwner } from "./People.ts"

/** The identity of a person at a provider: the claims `iss` and `sub` (OpenID Connect Core section 2). */
export interface ProviderIdentity {
  readonly issuer: string
  readonly subject: string
  /**
   * The email address at the provider. The address is shown so that people recognise the identity, but never identifies
   * a person. Null if the provider does not return an address.
   */
  readonly email: string | null
}

interface IdentityOwner {
  readonly identityKey: string
  readonly userKey: string
}

/** A linked identity, as the settings of its person show it. */
export interface LinkedIdentity {
  readonly issuer: string
  readonly email: string | null
  readonly linkedAt: Date
}

/**
 * The result of linking. `Taken`: the identity belongs to another person. `Other`: the person has another identity of
 * this issuer. `Unconfirmed`: nothing proves yet that the email address belongs to the person.
 */
type LinkResult = "Linked" | "Taken" | "Other" | "Unconfirmed"

/** The result of unlinking. `NoPassword`: without the identity, the person could no longer sign in. */
type UnlinkResult = "Unlinked" | "Absent" | "NoPassword"

/**
 * The result of a sign-up. `Known`: a person already has this address or this identity. `Closed`: an account already
 * has an owner.
 */
type IdentitySignUp =
  | { readonly _tag: "Created"; readonly identityKey: string; readonly userKey: string }
  | { readonly _tag: "Known" | "Closed" }

const find = (sql: SqlClient.SqlClient) =>
  operation("Identities.find", function* (identity: Pick<ProviderIdentity, "issuer" | "subject">) {
    const [row] = yield* sql<IdentityOwner>`
      select id::text as "identityKey", user_id::text as "userKey" from linked_identity
      where issuer = ${identity.issuer} and subject = ${identity.subject}`
    return row ?? null
  })

/**
 * Does nothing if the identity is already linked, or if the person has another identity of the issuer. The conditions
 * hold even for concurrent calls.
 */
const insert = (sql: SqlClient.SqlClient, userKey: string, { email, issuer, subject }: ProviderIdentity) =>
  sql<{ readonly key: string }>`
    insert into linked_identity (user_id, issuer, subject, email)
    values (${userKey}::bigint, ${issuer}, ${subject}, ${email})
    on conflict do nothing returning id::text as key`

const link = (sql: SqlClient.SqlClient) =>
  operation("Identities.link", function* (userKey: string, identity: ProviderIdentity): Returns<LinkResult> {
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        const [person] = yield* lockPerson(sql, sql`u.id = ${userKey}::bigint`)
        if (person?.isConfirmed !== true) return "Unconfirmed" as const
        if ((yield* insert(sql, userKey, identity)).length > 0) return "Linked" as const
        const owner = yield* find(sql)(identity)
        if (owner === null) return "Other" as const
        return owner.userKey === userKey ? ("Linked" as const) : ("Taken" as const)
      })
    )
  })

/** Signals that the identity was linked at the same time. The signal rolls back the creation of the account. */
class IdentityKnown {
  readonly _tag = "IdentityKnown"
}

const signUp = (sql: SqlClient.SqlClient) => {
  const create = createAccount(sql)
  return operation(
    "Identities.signUp",
    function* (
      wanted: ProviderIdentity & { readonly email: string; readonly name: string | null },
      { onlyFirst, plan = "free" }: SignUpOptions
    ): Returns<IdentitySignUp> {
      const { email, issuer, name, subject } = wanted
      const created = sql.withTransaction(
        Effect.gen(function* () {
          if (onlyFirst && !(yield* isFirstOwner(sql))) return { _tag: "Closed" } as const
          if ((yield* create({ email, name, plan })) === null) return { _tag: "Known" } as const
          const [person] = yield* sql<{ readonly key: string }>`
          select id::text as key from app_user where lower(email) = lower(${email})`
          const userKey = person?.key ?? (yield* Effect.die(new Error("A new account has no person.")))
          const [identity] = yield* insert(sql, userKey, { email, issuer, subject })
          if (identity === undefined) return yield* Effect.fail(new IdentityKnown())
          return { _tag: "Created", userKey, identityKey: identity.key } as const
        })
      )
      return yield* Effect.catchTag(created, "IdentityKnown", () => Effect.succeed({ _tag: "Known" } as const))
    }
  )
}

/**
 * Identities at OpenID Connect providers. Each identity is linked to a person by issuer and subject, never by email
 * address.
 */
export class Identities extends Context.Service<Identities>()("@mon/core-store/Identities", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    find: find(sql),
    /** Lists the identities of a person, ordered by issuer. */
    list: operation("Identities.list", function* (userKey: string) {
      return yield* sql<LinkedIdentity>`
      select issuer, email, linked_at as "linkedAt" from linked_identity where user_id = ${userKey}::bigint
      order by issuer`
    }),
    link: link(sql),
    /** Unlinks an identity. Also ends the sessions that were opened with the identity. */
    unlink: operation("Identities.unlink", function* (scope: AccessScope, issuer: string): Returns<UnlinkResult> {
      const [row] = yield* sql<{ readonly found: boolean; readonly removed: boolean }>`
      with removed as (
        delete from linked_identity i using app_user u
        where i.user_id = ${scope.userKey}::bigint and i.issuer = ${issuer} and u.id = i.user_id
          and u.password_hash is not null
        returning 1
      )
      select exists (select 1 from linked_identity where user_id = ${scope.userKey}::bigint and issuer = ${issuer}) as found,
        exists (select 1 from removed) as removed`
      if (row?.removed === true) return "Unlinked" as const
      return row?.found === true ? ("NoPassword" as const) : ("Absent" as const)
    }),
    /**
     * Creates an account for a person whose address the provider has verified. With `onlyFirst`, creates the account
     * only if no account has an owner. If several people sign up at the same time, only one person becomes the first
     * owner.
     */
    signUp: signUp(sql)
  }))
}) {
  static readonly layer = Layer.effect(Identities, Identities.make)
}
