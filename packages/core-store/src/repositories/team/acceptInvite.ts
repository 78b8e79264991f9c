import { type MemberRole, uuidv7 } from "@mon/model"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { randomBytes } from "../../sql/Randomness.ts"
import { operation } from "../../sql/operation.ts"
import { liftRefusal } from "../refusedAddresses/addressHash.sql.ts"
import type { OpenInvite, Team } from "./Team.ts"

/**
 * Whether an invite of the alias `i` can be accepted. Somebody who has copied its link may choose the first password of
 * a new person, but not of a person who already exists.
 */
const isOpen = (sql: SqlClient.SqlClient) =>
  sql`
    i.accepted_at is null and i.removed_at is null and i.expires_at > mon_now()
    and not (i.link_copied and exists (
      select 1 from app_user known where lower(known.email) = lower(i.email) and known.password_hash is null))`

export const findInvite = (sql: SqlClient.SqlClient): Team["Service"]["findInvite"] =>
  operation("Team.findInvite", function* (tokenHash) {
    const [row] = yield* sql<OpenInvite>`
      select a.public_id as "accountId", i.email, o.email as "ownerEmail", u.id::text as "userKey", u.password_hash is not null as "hasPassword"
      from team_invite i
      join account a on a.id = i.account_id
      join membership ms on ms.account_id = i.account_id and ms.role = 'owner' and ms.removed_at is null
      join app_user o on o.id = ms.user_id
      left join app_user u on lower(u.email) = lower(i.email)
      where i.token_hash = ${tokenHash} and ${isOpen(sql)}`
    return row ?? null
  })

interface Locked {
  readonly key: string
  readonly publicId: string
  readonly accountKey: string
  readonly email: string
  readonly linkCopied: boolean
  readonly memberRole: MemberRole
}

const lock = (sql: SqlClient.SqlClient, tokenHash: Uint8Array) =>
  sql<Locked>`
    select i.id::text as key, i.public_id as "publicId", i.account_id::text as "accountKey", i.email,
      i.link_copied as "linkCopied", i.member_role as "memberRole"
    from team_invite i where i.token_hash = ${tokenHash} and ${isOpen(sql)}
    for update`

/** A token that was sent by email confirms the address, a copied one does not. An existing password stays. */
const person = (
  sql: SqlClient.SqlClient,
  id: string,
  { email, linkCopied }: Locked,
  { name, passwordHash }: Parameters<Team["Service"]["accept"]>[1]
) =>
  sql<{ readonly key: string }>`
    insert into app_user (public_id, email, name, password_hash, email_confirmed_at)
    values (${id}::uuid, ${email}, ${name}, ${passwordHash}, case when not ${linkCopied}::boolean then mon_now() end)
    on conflict (lower(email)) do update set
      name = coalesce(app_user.name, excluded.name),
      password_hash = coalesce(app_user.password_hash, excluded.password_hash),
      email_confirmed_at = coalesce(app_user.email_confirmed_at, excluded.email_confirmed_at)
    returning id::text as key`

const join = (sql: SqlClient.SqlClient, { accountKey, memberRole, publicId }: Locked, userKey: string) =>
  sql<{ readonly key: string; readonly isNew: boolean }>`
    with created as (
      insert into membership (public_id, account_id, user_id, role, member_role)
      values (${publicId}::uuid, ${accountKey}::bigint, ${userKey}::bigint, 'member', ${memberRole})
      on conflict (account_id, user_id) where removed_at is null do nothing
      returning id
    )
    select id::text as key, true as "isNew" from created
    union all
    select id::text, false from membership
    where account_id = ${accountKey}::bigint and user_id = ${userKey}::bigint and removed_at is null
    order by "isNew" desc limit 1`

export const acceptInvite = (sql: SqlClient.SqlClient): Team["Service"]["accept"] =>
  operation("Team.accept", function* (tokenHash, wanted) {
    const id = uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(10))
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        const [invite] = yield* lock(sql, tokenHash)
        if (invite === undefined) return null
        if (!invite.linkCopied) yield* liftRefusal(sql, invite.email)
        const [user] = yield* person(sql, id, invite, wanted)
        const [membership] = user === undefined ? [] : yield* join(sql, invite, user.key)
        if (user === undefined || membership === undefined)
          return yield* Effect.die(new Error("Inserting a member returned no row."))
        yield* sql`
        insert into domain_access (membership_id, monitor_id, can_write)
        select ${membership.key}::bigint, monitor_id, can_write from invite_access where invite_id = ${invite.key}::bigint
        on conflict (membership_id, monitor_id) do update set can_write = excluded.can_write`
        yield* sql`
        update team_invite set accepted_at = mon_now(),
          membership_id = ${membership.isNew ? membership.key : null}::bigint
        where id = ${invite.key}::bigint`
        return { userKey: user.key, membershipKey: membership.key }
      })
    )
  })
