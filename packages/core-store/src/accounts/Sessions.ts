import { isPublicId, type PlanName, type Principal } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { deleteBatch } from "../sql/deleteBatch.ts"
import { operation } from "../sql/operation.ts"
import { type AccessScope, type MemberRow, principalRoles, scopeRole } from "../access/AccessScope.ts"
import { lockPerson } from "./passwordChange.ts"

/** The lifetime of a session, in whole seconds. */
export const sessionSeconds = {
  /** The longest time for which a session may be unused. */
  idle: 14 * 86_400,
  /** The longest time from the sign-in to the end of the session. */
  absolute: 60 * 86_400,
  /** The time for which a sign-in counts as recent. Some changes require a recent sign-in. */
  recent: 15 * 60
} as const

/** A signed-in person, with the account and its plan. */
export interface SignedIn {
  readonly principal: Principal
  readonly viewer: AccessScope
  readonly plan: PlanName
  readonly planExpiresAt: Date | null
  /** The number of domain monitors that add-ons allow beyond the plan. */
  readonly extraDomains: number
  readonly email: string
  /**
   * Whether there is proof that the address belongs to the person. False if the person used a copied invitation link,
   * because the inviter may have entered the address of another person.
   */
  readonly isEmailConfirmed: boolean
  readonly name: string | null
  /** The address of the account's owner. */
  readonly ownerEmail: string
  /** The number of accounts that the person belongs to. */
  readonly accounts: number
  /**
   * The number of whole seconds since the person last proved their identity in this session. Infinity if the identity
   * provider did not ask for proof.
   */
  readonly signedInSeconds: number
  /** Whether the account requires a second factor that the person does not have. */
  readonly mustEnrol: boolean
  /**
   * The time at which the account will be deleted. Until then, the only permitted action is to cancel the deletion.
   * Null if no deletion was requested.
   */
  readonly deletesAt: Date | null
  /** Whether the operator has suspended the account. */
  readonly isSuspended: boolean
  readonly hasSecondFactor: boolean
}

/** The browser or program that sends a request. */
export interface SessionClient {
  readonly address: string
  /** The header `User-Agent`. */
  readonly userAgent: string
}

/**
 * The proof of the person's identity. `passwordHash` means that the person entered the password with this hash, or that
 * an emailed link set this password. It is null if there is no password. `identityKey` means an identity at a provider.
 * If the password or the identity has changed since, the proof no longer opens a session.
 */
export type SessionProof = { readonly passwordHash: string | null } | { readonly identityKey: string }

/** A session to open. */
export interface NewSession {
  readonly userKey: string
  readonly proof: SessionProof
  /** The internal key of the membership. Default: the person's own account, or else the oldest membership. */
  readonly membershipKey?: string | undefined
  /**
   * Whether a code of the second factor was entered. If the person has a second factor, a session without a code is
   * invalid.
   */
  readonly withCode: boolean
  readonly client: SessionClient
  /** Whether the person has just proved their identity. Default: true. */
  readonly isConfirmed?: boolean
}

/** A session in the caller's list. */
export interface ListedSession extends SessionClient {
  readonly id: string
  readonly isCurrent: boolean
  /** Whether the sign-in used an identity provider instead of a password or an emailed link. */
  readonly isWithProvider: boolean
  readonly signedInAt: Date
  /** The time of the last request, to the minute. */
  readonly lastUsedAt: Date
}

/** An account to which the person belongs. */
export interface AccountChoice {
  readonly membershipId: string
  readonly ownerEmail: string
  readonly role: "owner" | "member"
}

/** The maximum number of characters that are stored of a User-Agent header. Browsers send up to 250. */
const USER_AGENT_LENGTH = 400
/**
 * The maximum number of characters that are stored of an IP address. The longest possible address is an IPv4-mapped
 * address with 45 characters.
 */
const ADDRESS_LENGTH = 64

/** Removes characters that the database cannot store. */
const storable = (text: string, length: number): string =>
  Array.from(text.replaceAll("\u0000", "").toWellFormed()).slice(0, length).join("")

export const storedClient = ({ address, userAgent }: SessionClient): SessionClient => ({
  address: storable(address, ADDRESS_LENGTH),
  userAgent: storable(userAgent, USER_AGENT_LENGTH)
})

const openSession = (sql: SqlClient.SqlClient) =>
  operation("Sessions.open", function* (tokenHash: Uint8Array, session: NewSession) {
    const { client, isConfirmed = true, membershipKey, proof, userKey, withCode } = session
    const { address, userAgent } = storedClient(client)
    const identityKey = "identityKey" in proof ? proof.identityKey : null
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        const [person] = yield* lockPerson(sql, sql`u.id = ${userKey}::bigint`)
        if (person === undefined) return false
        if ("passwordHash" in proof && proof.passwordHash !== person.passwordHash) return false
        const rows = yield* sql`
      insert into user_session (token_hash, user_id, membership_id, expires_at, user_agent, address, with_code,
        identity_id, is_confirmed)
      select ${tokenHash}, ms.user_id, ms.id, mon_now() + make_interval(secs => ${sessionSeconds.absolute}::int),
        ${userAgent}, ${address}, ${withCode}::boolean, ${identityKey}::bigint, ${isConfirmed}::boolean
      from membership ms
      where ms.user_id = ${userKey}::bigint and ms.removed_at is null
        and (${identityKey}::bigint is null or exists (
          select 1 from linked_identity i where i.id = ${identityKey}::bigint and i.user_id = ms.user_id))
      order by ms.id = ${membershipKey ?? null}::bigint desc nulls last, ms.role = 'owner' desc, ms.id
      limit 1 returning 1`
        return rows.length > 0
      })
    )
  })

/** Uses two statements, so that the second statement sees whether the session ended before the lock was acquired. */
const lockSessionPerson = (sql: SqlClient.SqlClient) =>
  operation("Sessions.lockPerson", function* (tokenHash: Uint8Array) {
    const [person] = yield* lockPerson(
      sql,
      sql`u.id = (select user_id from user_session where token_hash = ${tokenHash})`
    )
    const found = yield* sql`select 1 from user_session where token_hash = ${tokenHash} and expires_at > mon_now()`
    return person === undefined || found.length === 0 ? null : person
  })

/** The row keeps its creation time, so that switching accounts does not extend a session. */
const switchSession = (sql: SqlClient.SqlClient) =>
  operation("Sessions.switchTo", function* (tokenHash: Uint8Array, newTokenHash: Uint8Array, membershipId: string) {
    if (!isPublicId(membershipId)) return false
    const rows = yield* sql`
      update user_session s set token_hash = ${newTokenHash}, membership_id = ms.id
      from membership ms
      where s.token_hash = ${tokenHash} and ms.user_id = s.user_id and ms.public_id = ${membershipId}::uuid
        and ms.removed_at is null
      returning 1`
    return rows.length > 0
  })

interface Row extends MemberRow {
  readonly user_id: string
  readonly account_id: string
  readonly membership_id: string
  readonly account_key: string
  readonly user_key: string
  readonly membership_key: string
  readonly plan: PlanName
  readonly plan_expires_at: Date | null
  readonly extra_domains: number
  readonly email: string
  readonly is_email_confirmed: boolean
  readonly name: string | null
  readonly owner_email: string
  readonly accounts: number
  readonly signed_in_seconds: number | null
  readonly must_enrol: boolean
  readonly deletes_at: Date | null
  readonly is_suspended: boolean
  readonly has_second_factor: boolean
}

/** The shortest time between two updates of `seen_at`, so that most requests only read. */
const SEEN_SECONDS = 60

const toSignedIn = (row: Row): SignedIn => ({
  principal: {
    userId: row.user_id,
    accountId: row.account_id,
    membershipId: row.membership_id,
    ...principalRoles(row)
  },
  viewer: {
    accountKey: row.account_key,
    userKey: row.user_key,
    membershipKey: row.membership_key,
    role: scopeRole(row)
  },
  plan: row.plan,
  planExpiresAt: row.plan_expires_at,
  extraDomains: row.extra_domains,
  email: row.email,
  isEmailConfirmed: row.is_email_confirmed,
  name: row.name,
  ownerEmail: row.owner_email,
  accounts: row.accounts,
  signedInSeconds: row.signed_in_seconds ?? Number.POSITIVE_INFINITY,
  mustEnrol: row.must_enrol,
  deletesAt: row.deletes_at,
  isSuspended: row.is_suspended,
  hasSecondFactor: row.has_second_factor
})

const findSession = (sql: SqlClient.SqlClient) =>
  operation("Sessions.find", function* (tokenHash: Uint8Array, client: SessionClient) {
    const { address, userAgent } = storedClient(client)
    const [row] = yield* sql<Row>`
      with seen as (
        update user_session set seen_at = mon_now(), address = ${address}, user_agent = ${userAgent}
        where token_hash = ${tokenHash} and expires_at > mon_now()
          and seen_at > mon_now() - make_interval(secs => ${sessionSeconds.idle}::int)
          and seen_at < mon_now() - make_interval(secs => ${SEEN_SECONDS}::int)
      )
      select u.public_id as user_id, a.public_id as account_id, ms.public_id as membership_id, ms.role, ms.member_role,
        a.id::text as account_key, u.id::text as user_key, ms.id::text as membership_key, a.plan, a.plan_expires_at,
        coalesce((select sum(l.domains) from licence l where l.account_id = a.id and l.revoked_at is null and l.kind = 'addon'
          and l.starts_at <= mon_now() and l.ends_at > mon_now()), 0)::int as extra_domains,
        u.email, u.name, o.email as owner_email,
        (select count(*)::int from membership mine where mine.user_id = u.id and mine.removed_at is null) as accounts,
        case when s.is_confirmed then floor(extract(epoch from mon_now() - s.created_at))::int end as signed_in_seconds,
        a.second_factor_required and f.user_id is null as must_enrol, a.deletes_at, a.suspended_at is not null as is_suspended,
        f.user_id is not null as has_second_factor,
        u.email_confirmed_at is not null as is_email_confirmed
      from user_session s
      join membership ms on ms.id = s.membership_id and ms.user_id = s.user_id and ms.removed_at is null
      join account a on a.id = ms.account_id
      join app_user u on u.id = s.user_id
      join membership om on om.account_id = a.id and om.role = 'owner' and om.removed_at is null
      join app_user o on o.id = om.user_id
      left join second_factor f on f.user_id = u.id
      where s.token_hash = ${tokenHash} and s.expires_at > mon_now() and (s.with_code or f.user_id is null)
        and s.seen_at > mon_now() - make_interval(secs => ${sessionSeconds.idle}::int)`
    return row === undefined ? null : toSignedIn(row)
  })

const listSessions = (sql: SqlClient.SqlClient) =>
  operation("Sessions.list", function* (scope: AccessScope, tokenHash: Uint8Array) {
    return yield* sql<ListedSession>`
      select s.public_id as id, s.token_hash = ${tokenHash} as "isCurrent", s.created_at as "signedInAt", s.identity_id is not null as "isWithProvider",
        date_trunc('minute', s.seen_at) as "lastUsedAt", s.address, s.user_agent as "userAgent"
      from user_session s
      join membership ms on ms.id = s.membership_id and ms.user_id = s.user_id and ms.removed_at is null
      where s.user_id = ${scope.userKey}::bigint and s.expires_at > mon_now()
        and s.seen_at > mon_now() - make_interval(secs => ${sessionSeconds.idle}::int)
        and (s.with_code or not exists (select 1 from second_factor f where f.user_id = s.user_id))
      order by s.token_hash = ${tokenHash} desc, s.seen_at desc, s.public_id desc`
  })

/** Browser sessions. Tokens are passed as their SHA-256. */
export class Sessions extends Context.Service<Sessions>()("@mon/core-store/Sessions", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /** Opens a session. False if the person belongs to no account, or if the proof has changed. */
    open: openSession(sql),
    /**
     * Locks the person of a session until the transaction ends. A concurrent change of how the person signs in is then
     * either already complete, or waits and sees the changes of this transaction. Null if the session has ended.
     */
    lockPerson: lockSessionPerson(sql),
    /**
     * Finds the session of a token. Null if the session has ended. Resets the idle time of the session and records the
     * client.
     */
    find: findSession(sql),
    /** Lists the caller's valid sessions: first the current one, then by last use, most recent first. */
    list: listSessions(sql),
    close: operation("Sessions.close", function* (tokenHash: Uint8Array) {
      yield* sql`delete from user_session where token_hash = ${tokenHash}`
    }),
    /** Ends a session of the caller. False if the caller has no session with this id. */
    closeOne: operation("Sessions.closeOne", function* (scope: AccessScope, id: string) {
      if (!isPublicId(id)) return false
      const rows = yield* sql`
      delete from user_session where user_id = ${scope.userKey}::bigint and public_id = ${id}::uuid returning 1`
      return rows.length > 0
    }),
    /** Ends all sessions of the caller except the current one. Returns the number of ended sessions. */
    closeOthers: operation("Sessions.closeOthers", function* (scope: AccessScope, tokenHash: Uint8Array) {
      const rows = yield* sql`
      delete from user_session where user_id = ${scope.userKey}::bigint and token_hash <> ${tokenHash} returning 1`
      return rows.length
    }),
    /** Lists the accounts to which the caller belongs. The caller's own account is first. */
    accounts: operation("Sessions.accounts", function* (scope: AccessScope) {
      return yield* sql<AccountChoice>`
      select ms.public_id as "membershipId", o.email as "ownerEmail", ms.role
      from membership ms
      join membership om on om.account_id = ms.account_id and om.role = 'owner' and om.removed_at is null
      join app_user o on o.id = om.user_id
      where ms.user_id = ${scope.userKey}::bigint and ms.removed_at is null
      order by ms.role = 'owner' desc, ms.id`
    }),
    /**
     * Moves a session to another account of the person, with a new token. False if there is no such session or account.
     */
    switchTo: switchSession(sql),
    /** Deletes at most `limit` expired sessions. Returns the number of deleted sessions. */
    purgeExpired: operation("Sessions.purgeExpired", (limit: number) =>
      deleteBatch(sql, {
        table: "user_session",
        key: "token_hash",
        where: sql`expires_at <= mon_now() or seen_at <= mon_now() - make_interval(secs => ${sessionSeconds.idle}::int)`,
        limit
      })
    )
  }))
}) {
  static readonly layer = Layer.effect(Sessions, Sessions.make)
}
