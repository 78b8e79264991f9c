import type { PlanName } from "@mon/model"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import { type MemberRow, principalRoles, scopeRole } from "../access/AccessScope.ts"
import { storedClient } from "./sessionClient.ts"
import { type AccountChoice, sessionSeconds, type Sessions, type SignedIn } from "./Sessions.ts"

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
  readonly is_email_trusted: boolean
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
  isEmailTrusted: row.is_email_trusted,
  name: row.name,
  ownerEmail: row.owner_email,
  accounts: row.accounts,
  signedInSeconds: row.signed_in_seconds ?? Number.POSITIVE_INFINITY,
  mustEnrol: row.must_enrol,
  deletesAt: row.deletes_at,
  isSuspended: row.is_suspended,
  hasSecondFactor: row.has_second_factor
})

export const findSession = (sql: SqlClient.SqlClient): Sessions["Service"]["find"] =>
  operation("Sessions.find", function* (tokenHash, client) {
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
        u.email_confirmed_at is not null or not exists (
          select from team_invite i where i.link_copied and i.accepted_at is not null and lower(i.email) = lower(u.email)
        ) as is_email_trusted
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

export const listAccountChoices = (sql: SqlClient.SqlClient): Sessions["Service"]["accounts"] =>
  operation("Sessions.accounts", function* ({ userKey }) {
    return yield* sql<AccountChoice>`
      select ms.public_id as "membershipId", o.email as "ownerEmail", ms.role
      from membership ms
      join membership om on om.account_id = ms.account_id and om.role = 'owner' and om.removed_at is null
      join app_user o on o.id = om.user_id
      where ms.user_id = ${userKey}::bigint and ms.removed_at is null
      order by ms.role = 'owner' desc, ms.id`
  })
