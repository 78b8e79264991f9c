import { isPublicId, type MemberRole, teamLimits, type TeamMember, uuidv7 } from "@mon/model"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation, type Returns } from "../../sql/operation.ts"
import { randomBytes } from "../../sql/Randomness.ts"
import type { AccessScope } from "../../access/AccessScope.ts"
import { isStopped } from "../../access/stoppedAccount.sql.ts"
import { changeConfirmed, type LockedPerson, lockPerson } from "../passwordChange.ts"
import { liftRefusal } from "../RefusedAddresses.ts"
import { lockAccount, seatsTaken, selectTeamMember, toTeamMember } from "./TeamRow.ts"
import { type SharedAccess, shareGrants, type UnknownShare } from "./shareGrants.ts"

/** An invite to create. */
export interface NewInvite extends SharedAccess {
  readonly email: string
  readonly memberRole: MemberRole
  /** The SHA-256 of the token in the email. */
  readonly tokenHash: Uint8Array
  /** The maximum number of members and pending invites of the account. */
  readonly seats: number
}

/** The reason why an invite was refused. `IsOwner`: the address is the owner's. */
export type InviteRefusal = "IsOwner" | "NoSeat" | "AlreadyInvited"

/** The member who was invited, or the reason why nobody was invited. */
export type InviteResult =
  | { readonly _tag: "Invited"; readonly member: TeamMember }
  | { readonly _tag: InviteRefusal }
  | UnknownShare

/**
 * The member whose invite was renewed, or the reason why no invite was renewed. `NoPassword` means that a copied link
 * would not work, because the person has no password.
 */
export type ResendResult =
  | { readonly _tag: "Invited"; readonly member: TeamMember }
  | { readonly _tag: "Absent" | "Accepted" | "NoPassword" | "NoSeat" }

/** The facts about an invite that can be accepted. */
export interface OpenInvite {
  readonly accountId: string
  readonly email: string
  /** The email address of the account's owner. */
  readonly ownerEmail: string
  /** The internal key of the person with this address. Null if there is no such person yet. */
  readonly userKey: string | null
  readonly passwordHash: string | null
  /**
   * Whether the link is the first proof that the address belongs to the person. If so, accepting the invite ends all
   * credentials that were set before.
   */
  readonly isFirst: boolean
}

/**
 * A person who accepts an invite by choosing a first password. `isVouched` marks a new person whose address an identity
 * provider has verified.
 */
export interface NewEntrant {
  readonly name: string | null
  /** The password hash as a PHC string. Null if the person sets no password. */
  readonly passwordHash: string | null
  readonly isVouched?: boolean
}

/**
 * An existing person who accepts an invite, signed in or by password. `passwordHash` is the hash of the password at the
 * time of the acceptance.
 */
export interface KnownEntrant {
  readonly userKey: string
  readonly passwordHash: string | null
}

/** A new membership, and the password hash of its person. The keys are internal. */
export interface NewMembership extends KnownEntrant {
  readonly membershipKey: string
}

interface Usage {
  readonly owner: boolean
  readonly invited: boolean
}

const usage = (sql: SqlClient.SqlClient, { accountKey }: AccessScope, email: string) =>
  sql<Usage>`
    select
      exists (select 1 from membership ms join app_user u on u.id = ms.user_id
        where ms.account_id = ${accountKey}::bigint and ms.removed_at is null and ms.role = 'owner'
          and lower(u.email) = lower(${email})) as owner,
      exists (select 1 from membership ms join app_user u on u.id = ms.user_id
        where ms.account_id = ${accountKey}::bigint and ms.removed_at is null and ms.role = 'member'
          and lower(u.email) = lower(${email}))
      or exists (select 1 from team_invite i
        where i.account_id = ${accountKey}::bigint and i.accepted_at is null and i.removed_at is null
          and lower(i.email) = lower(${email})) as invited`

const refusal = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  scope: AccessScope,
  { email, seats }: NewInvite
) {
  const [is] = yield* usage(sql, scope, email)
  if (is?.owner === true) return "IsOwner" satisfies InviteRefusal
  const [{ seats: taken } = { seats: 0 }] = yield* seatsTaken(sql, scope.accountKey)
  if (taken >= seats) return "NoSeat" satisfies InviteRefusal
  return is?.invited === true ? ("AlreadyInvited" satisfies InviteRefusal) : null
})

export const inviteMember = (sql: SqlClient.SqlClient) =>
  operation("Team.invite", function* (scope: AccessScope, invite: NewInvite): Returns<InviteResult> {
    const id = uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(10))
    const written = sql.withTransaction(
      Effect.gen(function* () {
        yield* lockAccount(sql, scope.accountKey)
        const refused = yield* refusal(sql, scope, invite)
        if (refused !== null) return { _tag: refused } as const
        const [created] = yield* sql<{ readonly key: string }>`
        insert into team_invite (public_id, account_id, email, member_role, token_hash, expires_at)
        values (${id}::uuid, ${scope.accountKey}::bigint, ${invite.email}, ${invite.memberRole}, ${invite.tokenHash},
          mon_now() + make_interval(days => ${teamLimits.inviteDays}::int))
        returning id::text as key`
        if (created !== undefined) yield* shareGrants(sql, scope, { kind: "invite", key: created.key }, invite)
        const [row] = yield* selectTeamMember(sql, scope.accountKey, id)
        return row === undefined
          ? yield* Effect.die(new Error("Inserting an invite returned no row."))
          : ({ _tag: "Invited", member: toTeamMember(row) } as const)
      })
    )
    return yield* Effect.catchTag(written, "UnknownId", ({ kind }) =>
      Effect.succeed({ _tag: "UnknownShare", kind } as const)
    )
  })

const waitsForPassword = (sql: SqlClient.SqlClient, email: string) =>
  sql`select 1 from app_user where lower(email) = lower(${email}) and password_hash is null`

export const resendInvite = (sql: SqlClient.SqlClient) =>
  operation(
    "Team.resend",
    function* (
      scope: AccessScope,
      membershipId: string,
      tokenHash: Uint8Array,
      seats: number,
      way: "emailed" | "copied" = "emailed"
    ): Returns<ResendResult> {
      if (!isPublicId(membershipId)) return { _tag: "Absent" } as const
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* lockAccount(sql, scope.accountKey)
          yield* sql`select 1 from team_invite
        where public_id = ${membershipId}::uuid and account_id = ${scope.accountKey}::bigint for update`
          const [before] = yield* selectTeamMember(sql, scope.accountKey, membershipId)
          if (before === undefined) {
            const owners = yield* sql`
          select 1 from membership where public_id = ${membershipId}::uuid
            and account_id = ${scope.accountKey}::bigint and removed_at is null`
            return { _tag: owners.length > 0 ? "Accepted" : "Absent" } as const
          }
          if (before.status === "accepted") return { _tag: "Accepted" } as const
          if (way === "copied" && (yield* waitsForPassword(sql, before.email)).length > 0)
            return { _tag: "NoPassword" } as const
          if (before.status === "expired") {
            const [{ seats: taken } = { seats: 0 }] = yield* seatsTaken(sql, scope.accountKey)
            if (taken >= seats) return { _tag: "NoSeat" } as const
          }
          yield* sql`
        update team_invite set token_hash = ${tokenHash}, link_copied = ${way === "copied"},
          expires_at = mon_now() + make_interval(days => ${teamLimits.inviteDays}::int)
        where public_id = ${membershipId}::uuid and account_id = ${scope.accountKey}::bigint`
          const [row = before] = yield* selectTeamMember(sql, scope.accountKey, membershipId)
          return { _tag: "Invited", member: toTeamMember(row) } as const
        })
      )
    }
  )

/**
 * SQL for whether the invite `i` can be accepted. With a copied link, a new person may choose a first password, but an
 * existing person may not.
 */
const isOpen = (sql: SqlClient.SqlClient) =>
  sql`
    i.accepted_at is null and i.removed_at is null and i.expires_at > mon_now()
    and not exists (select 1 from account a where a.id = i.account_id and ${sql.literal(isStopped("a"))})
    and not (i.link_copied and exists (
      select 1 from app_user known where lower(known.email) = lower(i.email) and known.password_hash is null))`

export const findInvite = (sql: SqlClient.SqlClient) =>
  operation("Team.findInvite", function* (tokenHash: Uint8Array) {
    const [row] = yield* sql<OpenInvite>`
      select a.public_id as "accountId", i.email, o.email as "ownerEmail", u.id::text as "userKey",
        u.password_hash as "passwordHash", not i.link_copied and u.id is not null and u.email_confirmed_at is null as "isFirst"
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

/** Does nothing if the address is in use. */
const insertPerson = (
  sql: SqlClient.SqlClient,
  id: string,
  email: string,
  { name, passwordHash }: NewEntrant,
  isConfirmed: boolean
) =>
  sql<KnownEntrant>`
    insert into app_user (public_id, email, name, password_hash, email_confirmed_at)
    values (${id}::uuid, ${email}, ${name}, ${passwordHash}, case when ${isConfirmed}::boolean then mon_now() end)
    on conflict (lower(email)) do nothing
    returning id::text as "userKey", password_hash as "passwordHash"`

/**
 * Accepts an invite as an existing person. The person must prove their identity with their password, or by access to
 * the mailbox if there is no password to keep.
 */
const adopt = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  person: LockedPerson,
  isMailed: boolean,
  entrant: NewEntrant | KnownEntrant
) {
  const { isConfirmed, passwordHash, userKey } = person
  if ("userKey" in entrant) {
    const isProved = entrant.userKey === userKey && entrant.passwordHash === passwordHash
    return isProved && (isConfirmed || !isMailed) ? person : null
  }
  const { isVouched = false, name } = entrant
  if (isVouched || !isMailed || (isConfirmed && passwordHash !== null)) return null
  yield* sql`
    update app_user set name = case when ${isConfirmed}::boolean then coalesce(name, ${name}::text) else ${name}::text end,
      password_hash = ${entrant.passwordHash}::text
    where id = ${userKey}::bigint`
  if (!isConfirmed) yield* changeConfirmed(sql, person, entrant.passwordHash, true)
  return { userKey, passwordHash: entrant.passwordHash }
})

/** Returns the person who accepts the invite. This person may be new. A token that was emailed confirms the address. */
const personOf = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  id: string,
  { email, linkCopied }: Locked,
  entrant: NewEntrant | KnownEntrant
) {
  const withAddress = lockPerson(sql, sql`lower(u.email) = lower(${email})`)
  const [known] = yield* withAddress
  if (known !== undefined) return yield* adopt(sql, known, !linkCopied, entrant)
  if ("userKey" in entrant) return null
  const [created] = yield* insertPerson(sql, id, email, entrant, !linkCopied || entrant.isVouched === true)
  if (created !== undefined) return created
  const [other] = yield* withAddress
  return other === undefined ? null : yield* adopt(sql, other, !linkCopied, entrant)
})

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

export const acceptInvite = (sql: SqlClient.SqlClient) =>
  operation(
    "Team.accept",
    function* (tokenHash: Uint8Array, entrant: NewEntrant | KnownEntrant): Returns<NewMembership | null> {
      const id = uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(10))
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          const [invite] = yield* lock(sql, tokenHash)
          if (invite === undefined) return null
          const user = yield* personOf(sql, id, invite, entrant)
          if (user === null) return null
          if (!invite.linkCopied) yield* liftRefusal(sql, invite.email)
          const [membership] = yield* join(sql, invite, user.userKey)
          if (membership === undefined) return yield* Effect.die(new Error("Inserting a member returned no row."))
          yield* sql`
        insert into domain_access (membership_id, monitor_id, can_write)
        select ${membership.key}::bigint, monitor_id, can_write from invite_access where invite_id = ${invite.key}::bigint
        on conflict (membership_id, monitor_id) do update set can_write = excluded.can_write`
          yield* sql`
        update team_invite set accepted_at = mon_now(),
          membership_id = ${membership.isNew ? membership.key : null}::bigint
        where id = ${invite.key}::bigint`
          return { userKey: user.userKey, membershipKey: membership.key, passwordHash: user.passwordHash }
        })
      )
    }
  )
